package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The old loop, on embedded servers. */
class ConnectLoopIT {
    private static Lab lab;

    @BeforeAll
    static void start() {
        lab = new Lab(Map.of());
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
        // Both pools are full, so that nobody but the experiment opens connections.
        await().until(() -> lab.backend("mysql").status().open() == 10);
        await().until(() -> lab.backend("postgres").status().open() == 10);
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    void itMeasuresEveryLaneWithAndWithoutTheQueryByAsManyConnectionsAsItSays() {
        double before = lab.backend("mysql").status().sample().opened();

        JsonNode result = experiment("rounds=3&warmup=0&seed=7");

        assertThat(result.path("state").asString()).as(result.toString()).isEqualTo("finished");
        JsonNode loops = result.path("report").path("tables").get(0);
        assertThat(loops.path("name").asString()).isEqualTo("loop");
        assertThat(loops.path("rows").size()).isEqualTo(4);
        for (JsonNode row : loops.path("rows")) {
            double seconds = row.get(3).asDouble();
            assertThat(seconds).isBetween(row.get(4).asDouble(), row.get(5).asDouble());
            assertThat(row.get(6).asDouble()).isCloseTo(seconds / 20 * 1e6, within(0.01));
        }
        // Two arms on MySQL: one trial to warm up each, then three rounds of 20.
        await().untilAsserted(
                        () ->
                                assertThat(lab.backend("mysql").status().sample().opened() - before)
                                        .isEqualTo(2 * (1 + 3 * 20)));
    }

    @Test
    void theRatioIsThatOfTheTwoLanesAndItsIntervalHoldsIt() {
        JsonNode report = experiment("rounds=3&times=5&warmup=0").path("report");
        JsonNode loops = report.path("tables").get(0).path("rows");
        JsonNode ratio = report.path("tables").get(1).path("rows").get(0);

        assertThat(ratio.get(0).asString()).isEqualTo("postgres-per-request");
        assertThat(ratio.get(1).asString()).isEqualTo("mysql-per-request");
        assertThat(ratio.get(3).asDouble())
                .isCloseTo(
                        seconds(loops, "postgres-per-request")
                                / seconds(loops, "mysql-per-request"),
                        within(1e-6))
                .isBetween(ratio.get(4).asDouble(), ratio.get(5).asDouble());
        assertThat(report.path("verdict").asString()).contains("5 connections");
    }

    private static JsonNode experiment(String parameters) {
        return Lab.parse(
                lab.send(
                        "POST",
                        "/experiments/connect-loop?" + parameters,
                        "Accept",
                        "application/json"));
    }

    private static double seconds(JsonNode rows, String lane) {
        for (JsonNode row : rows) {
            if (row.get(0).asString().equals(lane) && !row.get(2).asBoolean()) {
                return row.get(3).asDouble();
            }
        }
        throw new AssertionError(lane + " is not in " + rows);
    }

    @Test
    void aLaneThatDoesNotExistOrIsPooledIsRefusedBeforeAnythingHappens() {
        for (String lanes : List.of("nosuch", "mysql-pooled", "memcached-per-request")) {
            var answer = lab.send("POST", "/experiments/connect-loop?lanes=" + lanes);

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("mysql-per-request");
        }
    }

    @Test
    void cancelledMidwayItLeavesNothingOpen() {
        var running = CompletableFuture.supplyAsync(() -> experiment("rounds=200"));
        await().until(() -> lab.get("/experiments").body().contains("warming up"));

        assertThat(lab.send("DELETE", "/experiments/connect-loop").body()).contains("cancelled");
        JsonNode result = running.join();

        assertThat(result.path("state").asString()).isEqualTo("cancelled");
        for (String backend : List.of("mysql", "postgres")) {
            await().untilAsserted(
                            () ->
                                    assertThat(lab.backend(backend).status().open())
                                            .isEqualTo(lab.backend(backend).budget().own()));
        }
    }
}
