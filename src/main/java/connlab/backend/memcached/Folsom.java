package connlab.backend.memcached;

import com.spotify.folsom.ExponentialBackoff;
import com.spotify.folsom.MemcacheClient;
import com.spotify.folsom.MemcacheClientBuilder;
import com.spotify.folsom.MemcacheClosedException;
import com.spotify.folsom.MemcacheStatus;
import com.spotify.folsom.guava.HostAndPort;
import com.spotify.folsom.reconnect.AbstractReconnectionListener;

import connlab.backend.NetworkFailures;
import connlab.backend.Server;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Spotify's folsom, on Netty. All its clients share a few threads. */
final class Folsom implements CacheLibrary {
    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 1000;
    private static final double PAUSES_GROW = 2.5;

    /** More than trials there can be at once: a full queue is no finding about the server. */
    private static final int OUTSTANDING = 100_000;

    private final Protocol protocol;

    Folsom(Protocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public String name() {
        return protocol.nameOf("folsom");
    }

    @Override
    public String version() {
        return LibraryVersion.of(MemcacheClient.class, "com.spotify", "folsom");
    }

    @Override
    public CacheClient build(Server server) {
        Attempts attempts = new Attempts();
        MemcacheClientBuilder<byte[]> builder =
                MemcacheClientBuilder.newByteArrayClient()
                        .withAddress(server.host(), server.port())
                        // Of requests too: a connection without an answer for so long is given up.
                        .withConnectionTimeoutMillis(server.readTimeout().toMillis())
                        .withBackoff(
                                new ExponentialBackoff(
                                        FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS, PAUSES_GROW))
                        .withReconnectionListener(attempts)
                        .withMaxOutstandingRequests(OUTSTANDING)
                        .withMaxSetLength(Integer.MAX_VALUE)
                        .withRetry(false);
        return new Client(
                server,
                attempts,
                protocol == Protocol.BINARY ? builder.connectBinary() : builder.connectAscii());
    }

    /** Whether the newest attempt to connect failed, or when it does. */
    private static final class Attempts extends AbstractReconnectionListener {
        private volatile CompletableFuture<Boolean> failed = new CompletableFuture<>();

        CompletableFuture<Boolean> failed() {
            return failed;
        }

        @Override
        public void connectionFailure(Throwable cause) {
            failed.complete(true);
        }

        @Override
        public void connectionLost(@Nullable Throwable cause, HostAndPort address) {
            failed = new CompletableFuture<>();
        }
    }

    private record Client(Server server, Attempts attempts, MemcacheClient<byte[]> client)
            implements CacheClient, CachePipeline {

        @Override
        public void awaitConnected() throws TrialFailure {
            if (client.isConnected()) {
                return;
            }
            if (attempts.failed().isDone()) {
                throw Reachability.explain(server);
            }
            try {
                CompletableFuture.anyOf(
                                client.connectFuture().toCompletableFuture(), attempts.failed())
                        .get(server.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException _) {
                // Explained below.
            } catch (InterruptedException e) {
                throw CacheFailures.interrupted(e);
            }
            if (!client.isConnected()) {
                throw Reachability.explain(server);
            }
        }

        @Override
        public void set(String key, byte[] value, int expirySeconds) throws TrialFailure {
            check(client.set(key, value, expirySeconds));
        }

        private void check(CompletionStage<MemcacheStatus> answer) throws TrialFailure {
            MemcacheStatus status = await(answer);
            if (status != MemcacheStatus.OK) {
                throw CacheFailures.notStored(status);
            }
        }

        @Override
        public byte @Nullable [] get(String key) throws TrialFailure {
            return await(client.get(key));
        }

        @Override
        public Optional<CachePipeline> pipeline() {
            return Optional.of(this);
        }

        @Override
        public void setAll(List<String> keys, byte[] value, int expirySeconds) throws TrialFailure {
            List<CompletionStage<MemcacheStatus>> all =
                    keys.stream().map(key -> client.set(key, value, expirySeconds)).toList();
            for (CompletionStage<MemcacheStatus> stored : all) {
                check(stored);
            }
        }

        @Override
        public List<byte @Nullable []> getAll(List<String> keys) throws TrialFailure {
            List<CompletionStage<byte[]>> all = keys.stream().map(client::get).toList();
            List<byte @Nullable []> values = new ArrayList<>();
            for (CompletionStage<byte[]> value : all) {
                values.add(await(value));
            }
            return values;
        }

        private <V> V await(CompletionStage<V> answer) throws TrialFailure {
            try {
                // Beyond the library's own timeout, so that it is the one that speaks.
                long patience = 2 * server.readTimeout().toMillis();
                return answer.toCompletableFuture().get(patience, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                throw CacheFailures.late(server, e);
            } catch (ExecutionException e) {
                throw failure(e);
            } catch (InterruptedException e) {
                throw CacheFailures.interrupted(e);
            }
        }

        private TrialFailure failure(ExecutionException e) {
            Throwable root = NetworkFailures.rootOf(e);
            return switch (root) {
                case TimeoutException late -> CacheFailures.late(server, late);
                case MemcacheClosedException closed -> closed(closed);
                case RuntimeException refused -> CacheFailures.refused(refused);
                default -> CacheFailures.lost(server, e);
            };
        }

        /** The library gives a connection up when its oldest request is too late. */
        private TrialFailure closed(MemcacheClosedException e) {
            return String.valueOf(e.getMessage()).contains("Timeout")
                    ? CacheFailures.late(server, e)
                    : CacheFailures.lost(server, e);
        }

        @Override
        public void close() {
            client.shutdown();
        }
    }
}
