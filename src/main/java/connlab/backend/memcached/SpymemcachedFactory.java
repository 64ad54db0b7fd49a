package connlab.backend.memcached;

import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.DefaultConnectionFactory;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedConnection;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.OperationFactory;
import net.spy.memcached.protocol.binary.BinaryMemcachedNodeImpl;
import net.spy.memcached.protocol.binary.BinaryOperationFactory;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The settings of one spymemcached client, and whether its only connection is established. */
final class SpymemcachedFactory extends DefaultConnectionFactory implements ConnectionObserver {
    /** The library's own 30 seconds would leave a client blind for as long. */
    private static final int RECONNECT_SECONDS = 1;

    /** How soon a failed attempt is noticed; a successful one is reported at once. */
    private static final Duration GLANCE = Duration.ofMillis(20);

    private final Protocol protocol;
    private final Duration operationTimeout;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean connected;
    private volatile @Nullable MemcachedNode node;

    SpymemcachedFactory(Protocol protocol, Duration operationTimeout) {
        this.protocol = protocol;
        this.operationTimeout = operationTimeout;
    }

    boolean connected() {
        return connected;
    }

    /**
     * Waits until the client reports its connection; false if an attempt failed or time ran out.
     */
    boolean awaitConnected(Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lock();
        try {
            while (!connected) {
                if (left <= 0 || attemptFailed()) {
                    return false;
                }
                long slice = Math.min(left, GLANCE.toNanos());
                left -= slice - changed.awaitNanos(slice);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The count is 0 while connected and 1 during the first attempt after that. */
    private boolean attemptFailed() {
        MemcachedNode seen = node;
        return seen != null && seen.getReconnectCount() > 1;
    }

    @Override
    public void connectionEstablished(SocketAddress address, int reconnectCount) {
        set(true);
    }

    @Override
    public void connectionLost(SocketAddress address) {
        set(false);
    }

    private void set(boolean value) {
        lock.lock();
        try {
            connected = value;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public MemcachedNode createMemcachedNode(
            SocketAddress address, SocketChannel channel, int bufferSize) {
        MemcachedNode created =
                protocol == Protocol.BINARY
                        ? binaryNode(address, channel, bufferSize)
                        : super.createMemcachedNode(address, channel, bufferSize);
        node = created;
        return created;
    }

    /** As the library's BinaryConnectionFactory makes it, without a login. */
    private MemcachedNode binaryNode(SocketAddress address, SocketChannel channel, int bufferSize) {
        return new BinaryMemcachedNodeImpl(
                address,
                channel,
                bufferSize,
                createReadOperationQueue(),
                createWriteOperationQueue(),
                createOperationQueue(),
                getOpQueueMaxBlockTime(),
                false,
                getOperationTimeout(),
                getAuthWaitTime(),
                this);
    }

    @Override
    public MemcachedConnection createConnection(List<InetSocketAddress> addresses)
            throws IOException {
        return new FirstAttemptMayFail(this, addresses);
    }

    /**
     * The library's constructor can't bear an attempt that fails at once, as without a free port:
     * it notes the failure in what it has not made yet, and leaves its sockets open.
     */
    private static final class FirstAttemptMayFail extends MemcachedConnection {
        FirstAttemptMayFail(SpymemcachedFactory factory, List<InetSocketAddress> addresses)
                throws IOException {
            super(
                    factory.getReadBufSize(),
                    factory,
                    addresses,
                    factory.getInitialObservers(),
                    factory.getFailureMode(),
                    factory.getOperationFactory());
        }

        /** Of a thread that is not started yet: the constructor's. */
        @Override
        protected void queueReconnect(MemcachedNode node) {
            if (isAlive()) {
                super.queueReconnect(node);
                return;
            }
            try {
                node.getChannel().close();
                selector.close();
                throw new ConnectException("the first attempt failed at once");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public OperationFactory getOperationFactory() {
        return protocol == Protocol.BINARY
                ? new BinaryOperationFactory()
                : super.getOperationFactory();
    }

    @Override
    public Collection<ConnectionObserver> getInitialObservers() {
        return List.of(this);
    }

    @Override
    public FailureMode getFailureMode() {
        return FailureMode.Cancel;
    }

    @Override
    public long getMaxReconnectDelay() {
        return RECONNECT_SECONDS;
    }

    @Override
    public long getOperationTimeout() {
        return operationTimeout.toMillis();
    }

    @Override
    public boolean isDaemon() {
        return true;
    }
}
