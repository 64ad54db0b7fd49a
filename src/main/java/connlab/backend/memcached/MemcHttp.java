package connlab.backend.memcached;

import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * No memcached protocol but HTTP to an nginx with the memc module, set up by {@code
 * nginx/memc.conf}. A client keeps its HTTP connections; those to memcached are nginx's.
 *
 * <p>A connection is opened by the first request that needs one, so that its time is in {@code set}
 * or {@code get}, and {@code connect} is next to nothing.
 */
final class MemcHttp implements CacheLibrary {
    private static final int STORED = 201;
    private static final int FOUND = 200;
    private static final int NONE = 404;
    private static final int TOO_LARGE = 413;
    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;

    @Override
    public String name() {
        return "memc-http";
    }

    @Override
    public String version() {
        return "JDK " + Runtime.version().feature();
    }

    @Override
    public CacheClient build(Server gateway) {
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        HttpClient http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(gateway.connectTimeout())
                        .executor(executor)
                        .build();
        return new Client(gateway, http, executor);
    }

    private record Client(Server gateway, HttpClient http, ExecutorService executor)
            implements CacheClient {

        @Override
        public void awaitConnected() {}

        @Override
        public void set(String key, byte[] value, int expirySeconds) throws TrialFailure {
            HttpResponse<byte[]> answer =
                    send(
                            request(key, "&exptime=" + expirySeconds)
                                    .PUT(BodyPublishers.ofByteArray(value)));
            if (answer.statusCode() != STORED) {
                throw failure(answer);
            }
        }

        @Override
        public byte @Nullable [] get(String key) throws TrialFailure {
            HttpResponse<byte[]> answer = send(request(key, "").GET());
            return switch (answer.statusCode()) {
                case FOUND -> answer.body();
                case NONE -> null;
                default -> throw failure(answer);
            };
        }

        /** The key as it was before {@link CacheTasks} wrote it as the memc module will. */
        private HttpRequest.Builder request(String key, String more) {
            String plain = key.replace(CacheTasks.ESCAPED_PERCENT, "%");
            String escaped = URLEncoder.encode(plain, StandardCharsets.UTF_8);
            return HttpRequest.newBuilder(
                            URI.create(
                                    "http://" + gateway.address() + "/item?key=" + escaped + more))
                    .timeout(gateway.readTimeout());
        }

        private HttpResponse<byte[]> send(HttpRequest.Builder request) throws TrialFailure {
            try {
                return http.send(request.build(), BodyHandlers.ofByteArray());
            } catch (HttpTimeoutException e) {
                throw CacheFailures.late(gateway, e);
            } catch (IOException e) {
                throw CacheFailures.network(gateway, e, FailureClass.SERVER_GONE);
            } catch (InterruptedException e) {
                throw CacheFailures.interrupted(e);
            }
        }

        /** nginx answers 502 also for what memcached itself refused, with memcached's line. */
        private TrialFailure failure(HttpResponse<byte[]> answer) {
            String said = new String(answer.body(), StandardCharsets.US_ASCII).strip();
            if (said.matches("(SERVER_|CLIENT_)?ERROR.*|NOT_STORED")) {
                return failure(FailureClass.WRONG_ANSWER, "passed on: " + said);
            }
            return switch (answer.statusCode()) {
                case BAD_GATEWAY ->
                        failure(
                                FailureClass.CONNECT_REFUSED,
                                "can't reach memcached behind it (502)");
                case GATEWAY_TIMEOUT ->
                        failure(FailureClass.TIMEOUT, "had no answer from memcached in time (504)");
                case TOO_LARGE ->
                        failure(FailureClass.WRONG_ANSWER, "takes no value of this size (413)");
                default -> failure(FailureClass.WRONG_ANSWER, "answered " + answer.statusCode());
            };
        }

        private TrialFailure failure(FailureClass kind, String what) {
            return new TrialFailure(
                    kind, "the gateway at %s %s".formatted(gateway.address(), what), null);
        }

        @Override
        public void close() {
            http.shutdownNow();
            http.close();
            executor.close();
        }
    }
}
