package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** How experiments are run, followed, stopped and remembered, whatever they measure. */
class ExperimentsIT {
    private static final String FOR_LONG = "/experiments/dial?steps=300&each=100ms";

    @TempDir static Path folder;
    private static Lab lab;

    @BeforeAll
    static void start() {
        lab = started();
    }

    private static Lab started() {
        return new Lab(
                Map.of(
                        "spring.profiles.active",
                        DialExperiment.PROFILE,
                        "connlab.embedded.enabled",
                        false,
                        "connlab.runs.directory",
                        folder));
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @AfterEach
    void whateverHappenedNothingIsLeftOpen() {
        assertThat(lab.send("DELETE", "/experiments/dial").statusCode()).isEqualTo(200);
        await().until(() -> DialExperiment.OPEN.get() == 0);
        await().until(() -> !underWay());
    }

    private static boolean underWay() {
        return lab.get("/experiments").body().startsWith("dial is under way");
    }

    private static CompletableFuture<HttpResponse<String>> begun(String path, String... headers) {
        CompletableFuture<HttpResponse<String>> answer =
                CompletableFuture.supplyAsync(() -> lab.send("POST", path, headers));
        await().until(() -> DialExperiment.OPEN.get() == 1);
        return answer;
    }

    @Test
    void itsCallerHearsHowFarItIsWhileItRunsAndTheReportInTheEnd() throws Exception {
        try (RawHttp caller =
                RawHttp.send(lab.base(), "POST", "/experiments/dial?steps=25&each=100ms")) {
            String news = caller.awaitLine(line -> line.contains(" of 25 done, "));

            assertThat(news).matches("\\d+ of 25 done, \\d+ s left");
            assertThat(DialExperiment.OPEN).hasValue(1);
            assertThat(lab.get("/experiments").body())
                    .matches("(?s)dial is under way: \\d+ of 25 done.*");
            assertThat(caller.awaitLine(line -> line.startsWith("two steps")))
                    .isEqualTo("two steps, told apart by a comma");
        }
    }

    @Test
    void textJsonCsvAndHtmlSayTheSame() {
        String text = lab.send("POST", "/experiments/dial").body();
        String csv = lab.send("POST", "/experiments/dial", "Accept", "text/csv").body();
        String html = lab.send("POST", "/experiments/dial", "Accept", "text/html").body();
        JsonNode json =
                Lab.parse(lab.send("POST", "/experiments/dial", "Accept", "application/json"));

        assertThat(text)
                .isEqualToIgnoringNewLines(
                        """

                        dials

                        step  micros
                        one    1.500
                        two        2

                        note: a dial measures nothing

                        two steps, told apart by a comma
                        """);
        assertThat(csv)
                .isEqualToNormalizingNewlines(
                        """

                        table,step,micros
                        dials,one,1.5
                        dials,two,2
                        note,a dial measures nothing
                        verdict,"two steps, told apart by a comma"
                        """);
        assertThat(html).contains("<h1>dial</h1>", "1.500", "two steps, told apart by a comma");
        assertThat(json.at("/state").asString()).isEqualTo("finished");
        assertThat(json.at("/report/tables/0/rows/0/1").asDouble()).isEqualTo(1.5);
        assertThat(json.at("/report/verdict").asString()).startsWith("two steps");
    }

    @Test
    void aSecondOneIsAConflictThatSaysWhatIsUnderWayAndHowToStopIt() {
        CompletableFuture<HttpResponse<String>> first = begun(FOR_LONG);

        HttpResponse<String> second = lab.send("POST", "/experiments/dial");

        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(Lab.parse(second).get("type").asString()).isEqualTo("urn:connlab:problem:busy");
        assertThat(Lab.parse(second).get("detail").asString())
                .contains("dial is under way", "DELETE /experiments/dial");
        assertThat(first).isNotDone();
    }

    @Test
    void oneThatIsStoppedClosesWhatItOpenedAndItsCallerIsTold() {
        CompletableFuture<HttpResponse<String>> answer =
                begun(FOR_LONG, "Accept", "application/json");

        assertThat(lab.send("DELETE", "/experiments/dial").body()).isEqualTo("cancelled\n");

        assertThat(Lab.parse(answer.join()).get("state").asString()).isEqualTo("cancelled");
        assertThat(DialExperiment.OPEN).hasValue(0);
        assertThat(lab.send("DELETE", "/experiments/dial").body())
                .isEqualTo("dial is not under way\n");
    }

    @Test
    void aCallerThatGoesAwayStopsIt() throws Exception {
        try (RawHttp caller = RawHttp.send(lab.base(), "POST", FOR_LONG)) {
            caller.awaitLine(line -> line.contains(" of 300 done"));
            assertThat(DialExperiment.OPEN).hasValue(1);
        }

        // It would take half a minute.
        await().atMost(Duration.ofSeconds(10)).until(() -> DialExperiment.OPEN.get() == 0);
        assertThat(lab.send("POST", "/experiments/dial").statusCode()).isEqualTo(200);
    }

    @Test
    void oneThatTakesLongerThanItSaidIsStopped() {
        HttpResponse<String> answer = lab.send("POST", FOR_LONG + "&limit=300ms");

        assertThat(answer.body()).contains("dial timed-out: it was stopped after");
        assertThat(DialExperiment.OPEN).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"refusal, the dial says no", "bug, a fault in connlab; its log has the details"})
    void oneThatFailsSaysWhyAndKeepsTheLastResult(String end, String why) {
        lab.send("POST", "/experiments/dial?steps=2");

        HttpResponse<String> answer = lab.send("POST", "/experiments/dial?end=" + end);

        assertThat(answer.body().strip()).isEqualTo("dial failed: " + why);
        assertThat(lab.json("/experiments/dial").at("/parameters/steps").asString()).isEqualTo("2");
    }

    @Test
    void theLastResultSurvivesARestart() {
        lab.send("POST", "/experiments/dial?steps=3");
        JsonNode before = lab.json("/experiments/dial");
        lab.close();
        lab = started();

        assertThat(lab.json("/experiments/dial")).isEqualTo(before);
        assertThat(before.at("/parameters/steps").asString()).isEqualTo("3");
        assertThat(lab.get("/experiments").body())
                .contains("last at " + before.get("begin").asString());
    }

    @Test
    void theListSaysWhatEachTellsAndWhatCanBeAskedOfIt() {
        JsonNode dial =
                lab.json("/experiments")
                        .valueStream()
                        .filter(e -> e.get("name").asString().equals("dial"))
                        .findFirst()
                        .orElseThrow();

        assertThat(dial.get("summary").asString()).startsWith("Does nothing");
        assertThat(dial.get("parameters").propertyNames())
                .containsExactlyInAnyOrderElementsOf(List.of("steps", "each", "limit", "end"));
        assertThat(lab.get("/experiments").body())
                .contains("curl -N -X POST " + lab.base() + "/experiments/dial", "steps= how many");
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /experiments/dial?steps=0, 400, bad-parameter",
        "POST, /experiments/dial?stesp=1, 400, bad-parameter",
        "POST, /experiments/nosuch, 404, unknown-experiment",
        "GET, /experiments/nosuch, 404, unknown-experiment",
        "DELETE, /experiments/nosuch, 404, unknown-experiment",
        "PUT, /experiments/dial, 405, method-not-allowed"
    })
    void whatCannotBeMeantIsTheCallersFault(String method, String path, int status, String type) {
        HttpResponse<String> answer = lab.send(method, path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(Lab.parse(answer).get("type").asString())
                .isEqualTo("urn:connlab:problem:" + type);
        assertThat(DialExperiment.OPEN).hasValue(0);
    }

    @Test
    void withoutItsProfileTheDialIsNotThere() {
        try (Lab plain = new Lab(Map.of("connlab.embedded.enabled", false))) {
            assertThat(plain.get("/experiments/dial").statusCode()).isEqualTo(404);
        }
    }
}
