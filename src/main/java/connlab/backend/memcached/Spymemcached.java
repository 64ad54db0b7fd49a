package connlab.backend.memcached;

import connlab.backend.NetworkFailures;
import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import net.spy.memcached.CachedData;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.internal.GetFuture;
import net.spy.memcached.internal.OperationFuture;
import net.spy.memcached.ops.OperationException;
import net.spy.memcached.transcoders.Transcoder;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** spymemcached. */
final class Spymemcached implements CacheLibrary {
    /**
     * A client's I/O thread spins from the first line of its shutdown to the last. Many at once
     * starve the very threads that are to finish them, and the whole service with them.
     */
    private static final Semaphore ONE_SHUTDOWN = new Semaphore(1);

    private final Protocol protocol;

    Spymemcached(Protocol protocol) {
        this.protocol = protocol;
        // Each client logs every attempt to connect; what matters is in the trial's outcome.
        System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
    }

    @Override
    public String name() {
        return protocol.nameOf("spymemcached");
    }

    @Override
    public String version() {
        return Objects.toString(MemcachedClient.class.getPackage().getImplementationVersion(), "");
    }

    @Override
    public CacheClient build(Server server) throws TrialFailure {
        // Resolved again for each client: a server may have moved.
        InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        if (address.isUnresolved()) {
            throw new TrialFailure(
                    FailureClass.CONNECT_REFUSED, server.host() + " can't be resolved", null);
        }
        SpymemcachedFactory factory = new SpymemcachedFactory(protocol, server.readTimeout());
        try {
            return new Client(server, factory, new MemcachedClient(factory, List.of(address)));
        } catch (IOException | UncheckedIOException _) {
            throw Reachability.explain(server);
        }
    }

    private record Client(Server server, SpymemcachedFactory factory, MemcachedClient client)
            implements CacheClient, CachePipeline {

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
                throw CacheFailures.interrupted(e);
            }
        }

        @Override
        public void set(String key, byte[] value, int expirySeconds) throws TrialFailure {
            check(client.set(key, expirySeconds, value, Bytes.TRANSCODER));
        }

        private void check(OperationFuture<Boolean> stored) throws TrialFailure {
            if (!Boolean.TRUE.equals(await(stored))) {
                throw CacheFailures.notStored(stored.getStatus().getMessage());
            }
        }

        @Override
        public byte @Nullable [] get(String key) throws TrialFailure {
            return await(client.asyncGet(key, Bytes.TRANSCODER));
        }

        @Override
        public Optional<CachePipeline> pipeline() {
            return Optional.of(this);
        }

        @Override
        public void setAll(List<String> keys, byte[] value, int expirySeconds) throws TrialFailure {
            List<OperationFuture<Boolean>> all =
                    keys.stream()
                            .map(key -> client.set(key, expirySeconds, value, Bytes.TRANSCODER))
                            .toList();
            for (OperationFuture<Boolean> stored : all) {
                check(stored);
            }
        }

        @Override
        public List<byte @Nullable []> getAll(List<String> keys) throws TrialFailure {
            List<GetFuture<byte[]>> all =
                    keys.stream().map(key -> client.asyncGet(key, Bytes.TRANSCODER)).toList();
            List<byte @Nullable []> values = new ArrayList<>();
            for (GetFuture<byte[]> value : all) {
                values.add(await(value));
            }
            return values;
        }

        private <V> V await(Future<V> answer) throws TrialFailure {
            try {
                return answer.get(server.readTimeout().toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                throw CacheFailures.late(server, e);
            } catch (ExecutionException e) {
                throw NetworkFailures.rootOf(e) instanceof OperationException refused
                        ? CacheFailures.refused(refused)
                        : CacheFailures.lost(server, e);
            } catch (CancellationException e) {
                throw CacheFailures.lost(server, e);
            } catch (InterruptedException e) {
                throw CacheFailures.interrupted(e);
            }
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
