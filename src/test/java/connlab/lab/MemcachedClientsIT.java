package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The experiment on an embedded memcached. */
class MemcachedClientsIT {
    private static final int CLIENTS = 12;
    private static Lab lab;

    @BeforeAll
    static void start() {
        // Only memcached is started.
        lab =
                new Lab(
                        Map.of(
                                "connlab.backends.mysql.host",
                                "127.0.0.1",
                                "connlab.backends.mysql.port",
                                1,
                                "connlab.backends.postgres.host",
                                "127.0.0.1",
                                "connlab.backends.postgres.port",
                                1));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lab.get("/memcached").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    void eachClientHasItsMarkersWhoseSharesAddUpAndEveryGetIsRight() throws IOException {
        String before = allowed();

        JsonNode report = lab.experiment("memcached-clients?rounds=3&sets=501&gets=500&seed=3");

        JsonNode tables = report.path("tables");
        JsonNode markers = tables.get(0).path("rows");
        assertThat(markers.size()).isEqualTo(CLIENTS * 5);
        for (int i = 0; i < markers.size(); i += 5) {
            double percent = 0;
            for (int k = 0; k < 4; k++) {
                percent += markers.get(i + k).get(4).asDouble();
            }
            assertThat(percent).isCloseTo(100, within(0.001));
            assertThat(markers.get(i + 4).get(3).asDouble())
                    .isCloseTo(markers.get(i + 3).get(2).asDouble(), within(1e-9));
        }
        for (JsonNode row : tables.get(1).path("rows")) {
            assertThat(row.get(1).asString()).as("version").isNotEmpty();
            assertThat(row.get(3).asInt()).isEqualTo(1500);
            assertThat(row.get(4).asInt()).as("misses of " + row).isZero();
            assertThat(row.get(5).asInt()).as("wrong values of " + row).isZero();
        }
        for (JsonNode row : tables.get(2).path("rows")) {
            assertThat(row.get(3).asDouble())
                    .isBetween(row.get(4).asDouble(), row.get(5).asDouble());
        }
        assertThat(report.path("verdict").asString())
                .contains("Against spymemcached:", "Against spymemcached pipelined:");
        assertThat(report.path("notes").toString()).contains("placement: ");
        assertThat(allowed()).isEqualTo(before);
    }

    /** The processors of this process, which the experiment gives back. */
    private static String allowed() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list"))
                .findFirst()
                .orElseThrow();
    }
}
