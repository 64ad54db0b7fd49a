package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the service says of this very host and of its servers. */
class PreflightIT {
    private static Lab lab;

    @BeforeAll
    static void start() {
        lab =
                new Lab(
                        Map.of(
                                "server.tomcat.accept-count",
                                3,
                                "connlab.lanes.long-lived.backend",
                                "mysql",
                                "connlab.lanes.long-lived.strategy",
                                "pooled",
                                "connlab.lanes.long-lived.pool-size",
                                7,
                                "connlab.lanes.long-lived.pool-lifetime",
                                "10h"));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    void kernelSettingsAreRightToTheLastDigit() throws Exception {
        assumeThat(Path.of("/proc/sys/net/core/somaxconn")).as("Linux").exists();
        String[] range = kernel("net/ipv4/ip_local_port_range").split("\\s+", 2);

        assertThat(found("backlog", "connlab itself"))
                .isEqualTo(
                        "server.tomcat.accept-count is 3 and net.core.somaxconn is %s: 3"
                                + " connections may wait to be accepted.",
                        kernel("net/core/somaxconn"));
        assertThat(found("ports", "127.0.0.1"))
                .contains("(%s to %s)".formatted(range[0], range[1]));
        assertThat(found("tw-reuse", "this host")).contains(kernel("net/ipv4/tcp_tw_reuse"));
        assertThat(found("tw-recycle", "this host")).contains(kernel("kernel/osrelease"));
    }

    @Test
    void allPoolsOfAServerAreAddedUpAgainstItsOwnLimit() {
        long limit = lab.json("/lanes/mysql-pooled").get("limit").asLong();

        assertThat(found("max-connections", "mysql"))
                .contains("takes %,d connections; the pools hold 17, the probe 1.".formatted(limit))
                .contains("%,d are left".formatted(limit - 18));
        assertThat(found("maxconns", "memcached")).startsWith("-c is ");
    }

    @Test
    void aPoolThatOutlivesTheServersPatienceIsFound() {
        JsonNode finding = finding("wait-timeout", "long-lived");

        assertThat(finding.get("severity").asString()).isEqualTo("note");
        assertThat(finding.get("found").asString())
                .contains("idle for 28,800 s", "for 36,000 s", "pings it every 120 s");
        assertThat(finding("wait-timeout", "mysql-pooled").get("severity").asString())
                .isEqualTo("ok");
    }

    @Test
    void everyFaceHasEveryFinding() {
        int findings = lab.json("/preflight").size();

        assertThat(findings).isGreaterThanOrEqualTo(10);
        assertThat(lab.get("/preflight").body().lines().filter(l -> l.startsWith("  is  ")))
                .hasSize(findings);
        assertThat(lab.get("/preflight", "Accept", "text/csv").body().lines())
                .hasSize(findings + 1);
        assertThat(lab.get("/preflight", "Accept", "text/html").body().split("<tr>", -1))
                .hasSize(findings + 2);
    }

    @Test
    void aRunCarriesWhatItsOwnLoadMet() {
        lab.load("/trial/noop?delay=50ms", 12, 60, "X-Connlab-Run", "crowd");
        lab.load("/trial/noop?delay=1ms", 1, 20, "X-Connlab-Run", "alone");

        assertThat(preflightOf("crowd")).anyMatch(l -> l.startsWith("backlog (connlab itself)"));
        assertThat(preflightOf("alone")).noneMatch(l -> l.startsWith("backlog"));
    }

    private static List<String> preflightOf(String label) {
        JsonNode run =
                await().until(
                                () -> lab.json("/runs?wait=true&label=" + label),
                                runs -> runs.size() == 1)
                        .get(0);
        return run.get("preflight").valueStream().map(JsonNode::asString).toList();
    }

    private static String found(String check, String about) {
        return finding(check, about).get("found").asString();
    }

    private static JsonNode finding(String check, String about) {
        return lab.json("/preflight")
                .valueStream()
                .filter(f -> f.get("check").asString().equals(check))
                .filter(f -> f.get("about").asString().contains(about))
                .findFirst()
                .orElseThrow();
    }

    /** As a shell reads it. */
    private static String kernel(String setting) throws Exception {
        Process cat = new ProcessBuilder("cat", "/proc/sys/" + setting).start();
        return new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    }
}
