package connlab.backend.memcached;

import connlab.backend.NetworkFailures;
import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import net.spy.memcached.CachedData;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.internal.OperationFuture;
import net.spy.memcached.ops.OperationException;
import net.spy.memcached.transcoders.Transcoder;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** spymemcached over the text protocol. */
final class Spymemcached implements CacheLibrary {
    /**
     * A client's I/O thread spins from the first line of its shutdown to the last. Many at once
     * starve the very threads that are to finish them, and the whole service with them.
     */
    private static final Semaphore ONE_SHUTDOWN = new Semaphore(1);

    Spymemcached() {
        // Each client logs every attempt to connect; what matters is in the trial's outcome.
        System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
    }

    @Override
    public String name() {
        return "spymemcached";
    }

    @Override
    public CacheClient build(Server server) throws TrialFailure {
        // Resolved again for each client: a server may have moved.
        InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        if (address.isUnresolved()) {
            throw new TrialFailure(
                    FailureClass.CONNECT_REFUSED, server.host() + " can't be resolved", null);
        }
        SpymemcachedFactory factory = new SpymemcachedFactory(server.readTimeout());
        try {
            return new Client(server, factory, new MemcachedClient(factory, List.of(address)));
        } catch (IOException e) {
            FailureClass kind = NetworkFailures.classify(e).orElse(FailureClass.CONNECT_REFUSED);
            throw new TrialFailure(kind, server.address() + ": " + NetworkFailures.oneLine(e), e);
        }
    }

    private record Client(Server server, SpymemcachedFactory factory, MemcachedClient client)
            implements CacheClient {

        @Override
        public void awaitConnected() throws TrialFailure {
            if (factory.connected()) {
                return;
            }
            try {
                if (!factory.awaitConnected(server.connectTimeout())) {
                    throw Reachability.explain(server);
                }
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        @Override
        public void set(String key, byte[] value, int expirySeconds) throws TrialFailure {
            OperationFuture<Boolean> stored =
                    client.set(key, expirySeconds, value, Bytes.TRANSCODER);
            if (!Boolean.TRUE.equals(await(stored))) {
                throw new TrialFailure(
                        FailureClass.WRONG_ANSWER,
                        "set answered " + stored.getStatus().getMessage(),
                        null);
            }
        }

        @Override
        public byte @Nullable [] get(String key) throws TrialFailure {
            return await(client.asyncGet(key, Bytes.TRANSCODER));
        }

        private <V> V await(Future<V> answer) throws TrialFailure {
            Duration timeout = server.readTimeout();
            try {
                return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                throw new TrialFailure(
                        FailureClass.TIMEOUT,
                        "%s did not answer within %d ms"
                                .formatted(server.address(), timeout.toMillis()),
                        e);
            } catch (ExecutionException e) {
                if (NetworkFailures.rootOf(e) instanceof OperationException refused) {
                    throw new TrialFailure(
                            FailureClass.WRONG_ANSWER, NetworkFailures.oneLine(refused), e);
                }
                throw lost(e);
            } catch (CancellationException e) {
                throw lost(e);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        private TrialFailure lost(Exception e) {
            return new TrialFailure(
                    FailureClass.SERVER_GONE,
                    server.address() + " closed the connection before it answered",
                    e);
        }

        private static TrialFailure interrupted(InterruptedException e) {
            Thread.currentThread().interrupt();
            return new TrialFailure(FailureClass.TIMEOUT, "connlab is shutting down", e);
        }

        @Override
        public void close() {
            ONE_SHUTDOWN.acquireUninterruptibly();
            try {
                client.shutdown();
            } finally {
                ONE_SHUTDOWN.release();
            }
        }
    }

    /** Values as they are: no serialization, no compression. */
    private enum Bytes implements Transcoder<byte[]> {
        TRANSCODER;

        @Override
        public boolean asyncDecode(CachedData data) {
            return false;
        }

        @Override
        public CachedData encode(byte[] value) {
            return new CachedData(0, value, getMaxSize());
        }

        @Override
        public byte[] decode(CachedData data) {
            return data.getData();
        }

        @Override
        public int getMaxSize() {
            return Integer.MAX_VALUE;
        }
    }
}
