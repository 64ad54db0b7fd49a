package connlab.backend.memcached;

import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import net.rubyeye.xmemcached.MemcachedClient;
import net.rubyeye.xmemcached.XMemcachedClientBuilder;
import net.rubyeye.xmemcached.command.BinaryCommandFactory;
import net.rubyeye.xmemcached.exception.MemcachedClientException;
import net.rubyeye.xmemcached.exception.MemcachedException;
import net.rubyeye.xmemcached.exception.MemcachedServerException;
import net.rubyeye.xmemcached.exception.UnknownCommandException;
import net.rubyeye.xmemcached.transcoders.CachedData;
import net.rubyeye.xmemcached.transcoders.PrimitiveTypeTranscoder;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** xmemcached. */
final class Xmemcached implements CacheLibrary {
    private final Protocol protocol;

    Xmemcached(Protocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public String name() {
        return protocol.nameOf("xmemcached");
    }

    @Override
    public String version() {
        return LibraryVersion.of(MemcachedClient.class, "com.googlecode.xmemcached", "xmemcached");
    }

    @Override
    public CacheClient build(Server server) throws TrialFailure {
        // Without a server: it would connect at once, and wait for it.
        XMemcachedClientBuilder builder = new XMemcachedClientBuilder();
        if (protocol == Protocol.BINARY) {
            builder.setCommandFactory(new BinaryCommandFactory());
        }
        builder.setConnectTimeout(server.connectTimeout().toMillis());
        builder.setOpTimeout(server.readTimeout().toMillis());
        builder.setSelectorPoolSize(1);
        // Its pauses between attempts grow without a limit; Client connects again when asked.
        builder.setEnableHealSession(false);
        try {
            MemcachedClient client = builder.build();
            client.setEnableHeartBeat(false);
            return new Client(server, client);
        } catch (IOException e) {
            throw CacheFailures.network(server, e, FailureClass.CONNECT_REFUSED);
        }
    }

    private static final class Client implements CacheClient, CachePipeline {
        private final Server server;
        private final MemcachedClient client;
        private final ReentrantLock connecting = new ReentrantLock();
        private boolean tried;

        Client(Server server, MemcachedClient client) {
            this.server = server;
            this.client = client;
        }

        @Override
        public void awaitConnected() throws TrialFailure {
            if (connected()) {
                return;
            }
            connecting.lock();
            try {
                if (!connected()) {
                    connect();
                }
            } finally {
                connecting.unlock();
            }
        }

        private boolean connected() {
            return !client.getAvailableServers().isEmpty();
        }

        private void connect() throws TrialFailure {
            if (tried) {
                // The library remembers every failed attempt: spare it those that must fail.
                Reachability.check(server);
            }
            tried = true;
            try {
                client.addServer(server.host(), server.port());
            } catch (IOException e) {
                throw CacheFailures.network(server, e, FailureClass.CONNECT_REFUSED);
            }
            if (!connected()) {
                throw Reachability.explain(server);
            }
        }

        @Override
        public void set(String key, byte[] value, int expirySeconds) throws TrialFailure {
            if (!ask(() -> client.set(key, expirySeconds, value, Bytes.TRANSCODER))) {
                throw CacheFailures.notStored("no");
            }
        }

        @Override
        public byte @Nullable [] get(String key) throws TrialFailure {
            return ask(() -> client.get(key, Bytes.TRANSCODER));
        }

        @Override
        public Optional<CachePipeline> pipeline() {
            return Optional.of(this);
        }

        /** The library waits for each answer; only sets without an answer are sent on. */
        @Override
        public void setAll(List<String> keys, byte[] value, int expirySeconds) throws TrialFailure {
            for (String key : keys) {
                ask(
                        () -> {
                            client.setWithNoReply(key, expirySeconds, value, Bytes.TRANSCODER);
                            return true;
                        });
            }
            // Answered after all that was sent before it.
            get(keys.getLast());
        }

        @Override
        public List<byte @Nullable []> getAll(List<String> keys) throws TrialFailure {
            Map<String, byte[]> found = ask(() -> client.get(keys, Bytes.TRANSCODER));
            List<byte @Nullable []> values = new ArrayList<>();
            keys.forEach(key -> values.add(found == null ? null : found.get(key)));
            return values;
        }

        private interface Question<V> {
            V ask() throws TimeoutException, InterruptedException, MemcachedException;
        }

        private <V> V ask(Question<V> question) throws TrialFailure {
            try {
                return question.ask();
            } catch (TimeoutException e) {
                throw CacheFailures.late(server, e);
            } catch (MemcachedServerException
                    | MemcachedClientException
                    | UnknownCommandException e) {
                throw CacheFailures.refused(e);
            } catch (MemcachedException e) {
                throw CacheFailures.lost(server, e);
            } catch (InterruptedException e) {
                throw CacheFailures.interrupted(e);
            }
        }

        @Override
        public void close() {
            try {
                client.shutdown();
            } catch (IOException _) {
                // It is closed as far as it can be.
            }
        }
    }

    /** Values as they are: no serialization, no compression. */
    private static final class Bytes extends PrimitiveTypeTranscoder<byte[]> {
        static final Bytes TRANSCODER = new Bytes();

        @Override
        public CachedData encode(byte[] value) {
            return new CachedData(0, value, Integer.MAX_VALUE, -1);
        }

        @Override
        public byte[] decode(CachedData data) {
            return data.getData();
        }
    }
}
