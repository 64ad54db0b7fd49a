package connlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import connlab.lab.Lab;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page as a browser shows it. Only the noop backend is up. */
class LivePageIT {
    private static final String ROWS = "document.querySelectorAll('#runs-table tbody tr').length";
    private static final String BUSY = "/trial/noop?delay=400ms";

    // A browser that is on its way out still writes into its profile.
    @TempDir(cleanup = CleanupMode.NEVER)
    private Path profile;

    private Lab lab;
    private Chromium browser;

    @BeforeEach
    void open() throws Exception {
        Optional<Path> program = Chromium.find();
        assumeTrue(program.isPresent(), "no Chromium on the PATH");
        lab = new Lab(settings());
        browser = new Chromium(program.get(), profile);
        await().until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
        browser.open(lab.base() + "/");
        await().atMost(Duration.ofSeconds(20)).until(() -> browser.text("#state").equals("live"));
    }

    /** Two lanes whose runs end soon. */
    private static Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("connlab.embedded.enabled", false);
        settings.put("connlab.runs.gap", "300ms");
        for (int millis : List.of(1, 3)) {
            String lane = "connlab.lanes.noop-%d-ms.".formatted(millis);
            settings.put(lane + "backend", "noop");
            settings.put(lane + "strategy", "per-request");
            settings.put(lane + "properties.delay", millis + "ms");
        }
        return settings;
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    @Test
    void theDrawnPeakIsTheSamplers() {
        long begin = System.nanoTime();

        lab.load(BUSY, 20, 60);

        double sampled = lab.backend("noop").sampler().peakSince(begin);
        assertThat(sampled).isEqualTo(20);
        await().untilAsserted(() -> assertThat(drawn("open", "noop", "open")).isEqualTo(sampled));
        assertThat(browser.text("#servers tr[data-key=noop]")).contains("20");
        assertThat(drawn("flight", "noop", "flight")).isEqualTo(20);
        assertThat(drawn("rate", "noop", "rate")).isPositive();
        assertThat(drawn("latency", "noop", "p99")).isBetween(400.0, 1000.0);
        assertThat(browser.text("#chart-rate .legend")).contains("noop");
        assertThat(browser.evaluate("document.querySelectorAll('figure canvas').length").asInt())
                .isEqualTo(5);
        assertThat(realErrors()).isEmpty();
    }

    @Test
    void failuresAreToldApartByClassAndABackendThatIsDownSaysWhy() {
        lab.load("/trial/noop?fail=1", 2, 7);
        lab.get("/connect");

        await().untilAsserted(
                        () ->
                                assertThat(browser.text("#failures tbody"))
                                        .contains("wrong-answer\t7")
                                        .contains("mysql-per-request\tconnect-refused\t1"));
        assertThat(browser.text("#servers")).contains("down: no host is configured");
    }

    @Test
    void aServiceThatStoppedMakesThePageStaleAndOneThatCameBackMakesItLive() {
        assertThat(browser.visible("#stale")).isFalse();
        int port = URI.create(lab.base()).getPort();

        long begin = System.nanoTime();
        lab.close();
        Duration stopping = Duration.ofNanos(System.nanoTime() - begin);

        assertThat(stopping).isLessThan(Duration.ofSeconds(5));
        await().until(() -> browser.visible("#stale"));
        assertThat(browser.text("#stale")).startsWith("Stale: no figures since");

        lab = new Lab(Map.of("connlab.embedded.enabled", false, "server.port", port));
        await().atMost(Duration.ofSeconds(20)).until(() -> browser.text("#state").equals("live"));
        assertThat(browser.visible("#stale")).isFalse();
    }

    @Test
    void aFinishedRunBecomesARowAndTwoTickedLanesAreComparedAsTheServiceDoes() throws Exception {
        for (int round = 1; round <= 5; round++) {
            for (String lane : List.of("noop-1-ms", "noop-3-ms")) {
                lab.get("/trial/" + lane + "?times=100", "X-Connlab-Run", "page/" + round);
                Thread.sleep(Duration.ofMillis(450));
            }
        }
        JsonNode newest = lab.json("/runs?wait=true").get(0);

        await().until(() -> browser.evaluate(ROWS).asInt() == 10);
        assertThat(browser.text("#runs-table tbody tr:first-child").split("\\s*\\t\\s*"))
                .startsWith("noop-3-ms", "page/5")
                .contains(shown(newest.get("trials").asDouble()))
                .contains(shown(newest.get("perSecond").asDouble()))
                .contains(shown(newest.get("trial").get("p99Micros").asDouble() / 1000));

        browser.evaluate("document.querySelectorAll('#compare input').forEach(box => box.click())");
        String said = lab.get("/runs/compare?lanes=noop-1-ms,noop-3-ms").body().strip();
        assertThat(said).contains("noop-1-ms answers");
        await().untilAsserted(
                        () -> assertThat(browser.text("#comparison").strip()).isEqualTo(said));
        assertThat(realErrors()).isEmpty();
    }

    /** As the page's numbers are written. */
    private String shown(double value) {
        String digits = value >= 1000 ? "4" : "3";
        return browser.evaluate(
                        "Number(%s).toLocaleString('en', { maximumSignificantDigits: %s })"
                                .formatted(value, digits))
                .asString();
    }

    @Test
    void commandsNameThisServiceAndNothingReachesBeyondIt() {
        assertThat(browser.text("#commands")).contains(lab.base() + "/pconnect");
        List<String> hosts =
                browser.evaluate(
                                "performance.getEntriesByType('resource')"
                                        + ".map(entry => new URL(entry.name).origin)")
                        .valueStream()
                        .map(origin -> origin.asString())
                        .distinct()
                        .toList();
        assertThat(hosts).containsExactly(lab.base());
        assertThat(lab.get("/", "Accept", "text/html").headers().map())
                .containsKey("content-security-policy");
    }

    @Test
    void aNarrowWindowNeedsNoScrollingSideways() {
        browser.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 360, "height", 800, "deviceScaleFactor", 1, "mobile", false));

        await().untilAsserted(
                        () ->
                                assertThat(
                                                browser.evaluate(
                                                                "document.documentElement"
                                                                        + ".scrollWidth")
                                                        .asInt())
                                        .isLessThanOrEqualTo(360));
    }

    @Test
    void aTerminalGetsDirections() {
        assertThat(lab.get("/", "Accept", "*/*").body())
                .startsWith("connlab measures")
                .contains(lab.base() + "/connect?times=20");
    }

    /** The highest value of a line as the chart holds it. */
    private double drawn(String chart, String name, String style) {
        return browser.evaluate(
                        "Math.max(0, ...document.getElementById('chart-%s').chart.values('%s', '%s'))"
                                .formatted(chart, name, style))
                .asDouble();
    }

    /** A service that keeps no runs answers 404 there, and the browser notes that by itself. */
    private List<String> realErrors() {
        return browser.errors().stream().filter(error -> !error.contains("/runs?")).toList();
    }
}
