package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The sweep over pool sizes, on embedded servers. */
class PoolSizeIT {
    private static final int POOL = 10;
    private static final String LONG = "/experiments/pool-size?max=8&hold=5ms&rounds=100";

    private static Lab lab;

    @BeforeAll
    static void start() {
        lab = new Lab(Map.of());
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
        await().until(() -> open() == POOL);
        await().until(() -> lab.backend("postgres").status().open() == POOL);
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @AfterEach
    void nothingIsLeftOpen() {
        await().untilAsserted(() -> assertThat(open()).isEqualTo(POOL));
        assertThat(lab.backend("mysql").budget().own()).isEqualTo(POOL);
    }

    private static double open() {
        return lab.backend("mysql").status().open();
    }

    @Test
    void aHeldConnectionMakesTheRateGrowWithTheSizeWhichTheServerSees() {
        JsonNode report =
                lab.experiment(
                        "pool-size?max=4&callers=16&hold=20ms&rounds=3&millis=500&replicas=700");

        JsonNode rows = report.at("/tables/0/rows");
        List<Integer> sizes = new ArrayList<>();
        rows.forEach(row -> sizes.add(row.get(0).asInt()));
        assertThat(sizes).containsExactly(1, 2, 4);
        // Each connection serves at most 50 callers a second.
        assertThat(rows.get(0).get(1).asDouble()).isBetween(10.0, 50.0);
        assertThat(rows.get(2).get(1).asDouble()).isGreaterThan(2 * rows.get(0).get(1).asDouble());
        rows.forEach(row -> assertThat(row.get(9).asInt()).isEqualTo(POOL + row.get(0).asInt()));
        assertThat(report.path("verdict").asString())
                .startsWith("mysql-pooled: 4 connections answer most")
                .contains("It is the largest that was tried", "Cores × 2 + disks is ")
                .contains("700 replicas with such a pool hold 2,800 of the 2,500 connections")
                .endsWith(" that the server takes: too many.");
    }

    @Test
    void itsCurvesHaveTheMarksOnTheTerminalAndInABrowser() {
        String path = "/experiments/pool-size";
        lab.send("POST", path + "?max=4&rounds=2&millis=100&cores=1&disks=1&hold=1ms");

        assertThat(lab.get(path).body())
                .contains("size 3: cores × 2 + disks")
                .containsPattern("size \\d: recommended")
                .contains("####");
        String page = lab.get(path, "Accept", "text/html").body();
        assertThat(page.split("<polyline", -1)).hasSize(3);
        assertThat(page).contains("cores × 2 + disks: 3", "recommended: ");
    }

    @Test
    void cancelledMidwayItLeavesNothingOpen() {
        var running = CompletableFuture.supplyAsync(() -> lab.send("POST", LONG));
        await().until(() -> open() > POOL);

        assertThat(lab.send("POST", LONG).statusCode()).isEqualTo(409);
        assertThat(lab.send("DELETE", "/experiments/pool-size").body()).contains("cancelled");
        running.join();
    }

    @Test
    void whoeverAskedForItMayLeave() throws IOException {
        URI base = URI.create(lab.base());
        try (Socket caller = new Socket(base.getHost(), base.getPort())) {
            String request = "POST " + LONG + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
            caller.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            await().until(() -> open() > POOL);
        }
        await().until(() -> !lab.get("/experiments").body().contains("under way"));
    }

    @ParameterizedTest
    @CsvSource({
        "lane=mysql-per-request,lane,mysql-pooled",
        "lane=nosuch,lane,postgres-pooled",
        "callers=0,callers,1 to 1000",
        "hold=1s&millis=100,millis,10000 to 60000",
        "hold=2s,hold,0 to 1000 ms",
        "query=perhaps,query,true",
        "replicas=0,replicas,1 to 10000",
    })
    void badInputIsRefusedBeforeAnythingHappens(String query, String parameter, String allowed) {
        var answer = lab.send("POST", "/experiments/pool-size?" + query);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(Lab.parse(answer).get("parameter").asString()).isEqualTo(parameter);
        assertThat(Lab.parse(answer).get("detail").asString()).contains(allowed);
    }
}
