package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The server's figures are a run's own only while nobody else used that server. */
class SharedRunsIT {
    private static Lab lab;

    @BeforeAll
    static void start() {
        lab = new Lab(Map.of("connlab.runs.gap", "500ms"));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
        await().until(() -> lab.backend("mysql").status().open() == 10);
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    void lanesOfOneServerThatAreLoadedAtOnceShareItsFigures() {
        var other =
                CompletableFuture.supplyAsync(
                        () -> lab.get("/pconnect?times=1000&query=true", label("both")));
        lab.get("/connect?times=200", label("both"));
        other.join();

        for (String lane : new String[] {"mysql-per-request", "mysql-pooled"}) {
            JsonNode window = run(lane, "both").get("window");
            assertThat(window.get("shared").asBoolean()).as(lane).isTrue();
            assertThat(window.has("openedPerTrial")).as(lane).isFalse();
        }
        assertThat(lab.get("/runs?label=both").body()).contains("shared");
    }

    @Test
    void lanesThatAreLoadedOneAfterTheOtherDoNot() throws Exception {
        lab.get("/connect?times=100", label("turns"));
        Thread.sleep(1200);
        lab.get("/pconnect?times=100", label("turns"));

        JsonNode first = run("mysql-per-request", "turns").get("window");
        assertThat(first.get("shared").asBoolean()).isFalse();
        assertThat(first.get("opened").asInt()).isEqualTo(100);
        assertThat(first.get("openedPerTrial").asDouble()).isEqualTo(1);
        JsonNode second = run("mysql-pooled", "turns").get("window");
        assertThat(second.get("shared").asBoolean()).isFalse();
        assertThat(second.get("openedPerTrial").asDouble()).isZero();
    }

    @Test
    void lanesOfDifferentServersDoNot() {
        var other =
                CompletableFuture.supplyAsync(
                        () -> lab.get("/memcached?times=1000", label("servers")));
        lab.get("/connect?times=100", label("servers"));
        other.join();

        JsonNode window = run("mysql-per-request", "servers").get("window");
        assertThat(window.get("shared").asBoolean()).isFalse();
        assertThat(window.get("openedPerTrial").asDouble()).isEqualTo(1);
    }

    @Test
    void anExperimentOnTheServerSharesThemToo() {
        var experiment =
                CompletableFuture.supplyAsync(
                        () ->
                                lab.send(
                                        "POST",
                                        "/experiments/pool-size?max=2&rounds=2&millis=500&callers=2"));
        await().until(() -> lab.backend("mysql").status().open() > 10);
        lab.get("/connect?times=20", label("beside"));

        JsonNode window = run("mysql-per-request", "beside").get("window");
        assertThat(window.get("shared").asBoolean()).isTrue();
        assertThat(window.has("openedPerTrial")).isFalse();
        experiment.join();
    }

    @Test
    void aRestartOfTheServerVoidsWhatItCounted() throws Exception {
        try (ServerUnderTest memcached = RestartableServer.embedded("memcached");
                Lab other =
                        new Lab(
                                Map.of(
                                        "connlab.embedded.enabled",
                                        false,
                                        "connlab.limits.headroom",
                                        0,
                                        "connlab.backends.memcached.host",
                                        "127.0.0.1",
                                        "connlab.backends.memcached.port",
                                        memcached.port()))) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> other.get("/memcached").statusCode() == 200);
            other.get("/memcached?times=100", label("restart"));
            memcached.stop();
            // A server's start is known to the second, and its uptime jumps by up to two.
            for (int i = 0; i < 30; i++) {
                other.get("/memcached", label("restart"));
                Thread.sleep(100);
            }
            memcached.startAgain();
            for (int i = 0; i < 30; i++) {
                other.get("/memcached", label("restart"));
                Thread.sleep(100);
            }

            JsonNode run =
                    await().atMost(Duration.ofSeconds(20))
                            .until(
                                    () -> other.json("/runs?wait=true&label=restart"),
                                    runs -> runs.size() == 1)
                            .get(0);
            assertThat(run.get("failed").asInt()).isPositive();
            assertThat(run.get("window").get("restarted").asBoolean()).isTrue();
            assertThat(run.get("window").has("opened")).isFalse();
            assertThat(run.get("window").has("openedPerTrial")).isFalse();
            assertThat(run.get("doubts").toString()).contains("the server was restarted");
        }
    }

    private static String[] label(String name) {
        return new String[] {"X-Connlab-Run", name};
    }

    private static JsonNode run(String lane, String label) {
        return await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> lab.json("/runs?wait=true&lane=%s&label=%s".formatted(lane, label)),
                        runs -> runs.size() == 1)
                .get(0);
    }
}
