package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** memcached is stopped and started again under load. */
class MemcachedRestartIT {
    private static final int CALLERS = 8;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spymemcached",
                "spymemcached-binary",
                "xmemcached",
                "xmemcached-binary",
                "folsom",
                "folsom-binary",
                "memc-http"
            })
    void aClientAnswersAgainWithinFiveSecondsAndNeverWithAWrongValue(String client)
            throws Exception {
        try (ServerUnderTest memcached = RestartableServer.embedded("memcached");
                MemcGateway gateway = MemcGateway.keepingConnections(memcached.port());
                Lab lab = new Lab(properties(client, memcached.port(), gateway.port()))) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> lab.get("/trial/under-load").statusCode() == 200);
            Queue<HttpResponse<String>> answers = new ConcurrentLinkedQueue<>();
            AtomicBoolean loaded = new AtomicBoolean(true);
            try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
                for (int i = 0; i < CALLERS; i++) {
                    callers.submit(() -> load(lab, loaded, answers));
                }
                try {
                    Thread.sleep(1000);
                    memcached.stop();
                    Thread.sleep(3000);
                    memcached.startAgain();
                    awaitListening(memcached.port());
                    long listening = System.nanoTime();
                    await().pollInterval(Duration.ofMillis(5))
                            .atMost(Duration.ofSeconds(5))
                            .until(() -> lab.get("/trial/under-load").statusCode() == 200);
                    System.out.printf(
                            ">> %s answers %d ms after memcached listens again%n",
                            client, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - listening));
                    Thread.sleep(500);
                } finally {
                    loaded.set(false);
                }
            }
            assertThat(answers).anyMatch(a -> a.statusCode() == 200);
            assertThat(answers).anyMatch(a -> a.statusCode() == 503);
            assertThat(answers)
                    .noneMatch(a -> a.body().contains("another value"))
                    .noneMatch(a -> a.statusCode() == 500);
        }
    }

    private static void load(Lab lab, AtomicBoolean loaded, Queue<HttpResponse<String>> answers) {
        for (int i = 0; loaded.get() && i < 1_000_000; i++) {
            answers.add(lab.get("/trial/under-load"));
        }
    }

    private static Map<String, Object> properties(String client, int memcached, int gateway) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("connlab.embedded.enabled", false);
        properties.put("connlab.limits.headroom", 0);
        properties.put("connlab.backends.memcached.host", "127.0.0.1");
        properties.put("connlab.backends.memcached.port", memcached);
        properties.put("connlab.backends.memcached.read-timeout", "1s");
        properties.put("CONNLAB_MEMC_GATEWAY_URL", "http://127.0.0.1:" + gateway);
        properties.put("connlab.lanes.under-load.backend", "memcached");
        properties.put("connlab.lanes.under-load.strategy", "pooled");
        properties.put("connlab.lanes.under-load.driver", client);
        properties.put(
                "connlab.lanes.under-load.route", client.equals("memc-http") ? "nginx" : "direct");
        return properties;
    }

    private static void awaitListening(int port) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .ignoreExceptions()
                .until(
                        () -> {
                            try (Socket socket = new Socket("127.0.0.1", port)) {
                                return socket.isConnected();
                            }
                        });
    }
}
