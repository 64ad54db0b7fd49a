package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs of the noop lanes as a caller meets them: whoever sends load finds its result. */
class RunsIT {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int ROUNDS = 10;

    @TempDir static Path folder;
    private static Lab lab;

    @BeforeAll
    static void start() throws InterruptedException {
        Map<String, Object> properties = new HashMap<>();
        properties.put("connlab.embedded.enabled", false);
        properties.put("connlab.runs.directory", folder);
        properties.put("connlab.runs.gap", "300ms");
        lane(properties, "noop-fast", "1ms");
        lane(properties, "noop-slow", "1300us");
        lab = new Lab(properties);
        await().until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
        for (int round = 0; round <= ROUNDS; round++) {
            String label = round == 0 ? "warmup" : "dial/" + round;
            for (String lane : List.of("noop-fast", "noop-slow")) {
                HttpResponse<String> answer =
                        lab.get("/trial/" + lane + "?times=300", "X-Connlab-Run", label);
                assertThat(answer.statusCode()).isEqualTo(200);
                Thread.sleep(Duration.ofMillis(450));
            }
        }
    }

    private static void lane(Map<String, Object> properties, String name, String delay) {
        String key = "connlab.lanes." + name;
        properties.put(key + ".backend", "noop");
        properties.put(key + ".strategy", "per-request");
        properties.put(key + ".properties.delay", delay);
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    void aLoadBecomesARunThatCountsItsTrialsAndTheConnectionsTheyOpened() {
        JsonNode run = runs("lane=noop-fast&label=dial/3").get(0);

        assertThat(run.path("trials").asInt()).isEqualTo(300);
        assertThat(run.path("name").asString()).isEqualTo("dial");
        assertThat(run.path("round").asInt()).isEqualTo(3);
        assertThat(run.path("window").path("opened").asInt()).isEqualTo(300);
        assertThat(run.path("window").path("openedPerTrial").asDouble()).isEqualTo(1);
        assertThat(run.path("window").path("shared").asBoolean()).isFalse();
        assertThat(run.path("trial").path("p50Micros").asDouble()).isBetween(1000.0, 5000.0);
        assertThat(run.has("intended")).isFalse();
    }

    @Test
    void filtersAndLimitPickRunsAndTheNewestComesFirst() {
        JsonNode all = runs("lane=noop-slow&label=dial");
        assertThat(all).hasSize(ROUNDS);
        assertThat(all.get(0).path("label").asString()).isEqualTo("dial/" + ROUNDS);
        assertThat(runs("lane=noop-slow&limit=2")).hasSize(2);
        assertThat(runs("label=warmup")).hasSize(2);
    }

    @Test
    void aDelayOfThirtyPercentIsFoundLive() {
        JsonNode comparison =
                JSON.readTree(
                        lab.get(
                                        "/runs/compare?lanes=noop-slow,noop-fast",
                                        "Accept",
                                        "application/json")
                                .body());

        assertThat(comparison.path("verdict").asString())
                .startsWith("noop-fast answers 1.")
                .contains("times as many requests as noop-slow");
        JsonNode rate = comparison.path("ratios").get(0);
        assertThat(rate.path("finding").asString()).isEqualTo("higher");
        assertThat(rate.path("ratio").asDouble()).isBetween(1.1, 1.4);
    }

    @Test
    void jsonCsvTextAndHtmlSayTheSame() {
        String query = "/runs?label=dial&lane=noop-fast&limit=3";
        JsonNode json = JSON.readTree(lab.get(query, "Accept", "application/json").body());
        List<String> csv = lab.get(query, "Accept", "text/csv").body().lines().toList();
        List<String> text = lab.get(query).body().lines().toList();
        String html = lab.get(query, "Accept", "text/html,*/*;q=0.8").body();

        for (int i = 0; i < json.size(); i++) {
            JsonNode run = json.get(i);
            Map<String, String> record = record(csv.getFirst(), csv.get(i + 1));
            record.forEach(
                    (column, value) -> {
                        JsonNode figure = run.at("/" + column.replace('.', '/'));
                        if (figure.isNumber()) {
                            assertThat(Double.parseDouble(value))
                                    .as(column)
                                    .isEqualTo(figure.asDouble());
                        }
                    });
            assertThat(record.get("id")).isEqualTo(run.path("id").asString());
            assertThat(text.get(i + 1))
                    .contains(record.get("id"), record.get("label"), record.get("trials"));
            assertThat(html).contains(record.get("id"), record.get("label"));
        }
    }

    private static Map<String, String> record(String header, String line) {
        String[] names = header.split(",");
        String[] values = line.split(",", -1);
        Map<String, String> record = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            record.put(names[i], values[i]);
        }
        return record;
    }

    @Test
    void oneRunIsFoundByItsIdAndCarriesTheTimesForMerging() {
        String id = runs("limit=1").get(0).path("id").asString();
        JsonNode run = lab.json("/runs/" + id);

        assertThat(run.path("histograms").path("trial").path("histogram").asString())
                .startsWith("HISTFAAA");
        assertThat(lab.get("/runs/" + id).body()).contains("trial.p99Micros", "perSecond");
        assertThat(lab.json("/runs/nothing").path("type").asString())
                .isEqualTo("urn:connlab:problem:unknown-run");
    }

    @Test
    void tooFewRoundsAnUnknownLaneAndASingleLaneAreTheCallersFault() {
        assertThat(lab.get("/runs/compare?lanes=noop,noop-fast").statusCode()).isEqualTo(422);
        assertThat(lab.get("/runs/compare?lanes=nothing,noop-fast").statusCode()).isEqualTo(404);
        assertThat(lab.get("/runs/compare?lanes=noop-fast").statusCode()).isEqualTo(400);
    }

    @Test
    void callersThatAskRightAfterTheirLoadCanWaitForItsRun() {
        lab.get("/trial/noop?times=5", "X-Connlab-Run", "at-once");

        assertThat(runs("label=at-once")).isEmpty();
        assertThat(runs("label=at-once&wait=true")).hasSize(1);
    }

    @Test
    void finishedRunsAreOnDiskAsSoonAsTheyAreListed() throws Exception {
        lab.get("/trial/noop?times=5", "X-Connlab-Run", "kept");
        String id = runs("label=kept&wait=true").get(0).path("id").asString();

        assertThat(Files.readString(folder.resolve("runs.jsonl"))).contains(id);
    }

    private static JsonNode runs(String query) {
        return JSON.readTree(lab.get("/runs?" + query, "Accept", "application/json").body());
    }
}
