package connlab.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import connlab.experiment.Report;
import connlab.experiment.Result;
import connlab.history.ThenAndNow.Share;
import connlab.run.Run;
import connlab.run.SomeRun;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

class TodayTest {
    private static final String BASE = "http://lab:8080";

    @Test
    void aLoopOfAnotherLengthIsToldForTwentyConnects() {
        Today today =
                new TodaysLoop(
                        result(
                                TodaysLoop.EXPERIMENT,
                                new Report.Table(
                                        "loop",
                                        List.of("lane", "query", "perConnectMicros"),
                                        List.of(
                                                List.of("mysql-per-request", false, 500.0),
                                                List.of("mysql-per-request", true, 600.0),
                                                List.of("postgres-per-request", false, 5000.0)),
                                        null),
                                new Report.Table(
                                        "ratio",
                                        List.of("first", "second", "query", "ratio", "low", "high"),
                                        List.of(
                                                List.of(
                                                        "postgres-per-request",
                                                        "mysql-per-request",
                                                        false,
                                                        10.0,
                                                        9.0,
                                                        11.0)),
                                        null)));

        assertThat(today.first("plain")).isCloseTo(0.01, within(1e-12));
        assertThat(today.first("query")).isCloseTo(0.012, within(1e-12));
        assertThat(today.second("plain")).isCloseTo(0.1, within(1e-12));
        assertThat(today.second("query")).isNull();
        assertThat(today.ratio("plain")).isEqualTo(new Share(10, 9.0, 11.0));
        assertThat(today.first("MySQL", BASE).path()).isEqualTo("/experiments/connect-loop");
        assertThat(today.first("MySQL", BASE).command()).isNull();
    }

    @Test
    void aClientsMarkersAreSecondsOrShares() {
        Today today =
                new TodaysClients(
                        result(
                                TodaysClients.EXPERIMENT,
                                new Report.Table(
                                        "markers",
                                        List.of("client", "marker", "exTimeSeconds", "percent"),
                                        List.of(
                                                List.of("spymemcached", "dataset", 0.5, 40.0),
                                                List.of("xmemcached", "dataset", 1.0, 60.0)),
                                        null)));

        assertThat(today.first("dataset")).isEqualTo(0.5);
        assertThat(today.second("dataset%")).isEqualTo(60.0);
        assertThat(today.ratio("dataset")).isEqualTo(new Share(2, null, null));
    }

    @Test
    void whatWasNotMeasuredHasTheCommandThatMeasuresIt() {
        Today runs = runs(List.of());

        assertThat(runs.first("perSecond")).isNull();
        assertThat(runs.ratio("perSecond")).isNull();
        assertThat(runs.ratioPath()).isNull();
        assertThat(runs.second("nginx", BASE).command())
                .isEqualTo(
                        "ab -k -c 200 -t 10 -n 10000000 'http://lab:8080/memcached?route=nginx'");
        assertThat(new TodaysLoop(null).first("MySQL", BASE).command())
                .isEqualTo("curl -N -X POST 'http://lab:8080/experiments/connect-loop?times=20'");
    }

    @Test
    void aResultWithoutAServerSaysWhyAndKeepsTheCommandForIt() {
        Result half =
                result(
                        Map.of(),
                        List.of("postgres-per-request failed (connect-refused): nobody there"),
                        new Report.Table(
                                "loop",
                                List.of("lane", "query", "perConnectMicros"),
                                List.of(List.of("mysql-per-request", false, 500.0)),
                                null));
        Today today = new TodaysLoop(half);

        assertThat(today.first("MySQL", BASE).command()).isNull();
        assertThat(today.second("PostgreSQL", BASE).command()).startsWith("curl ");
        assertThat(today.second("PostgreSQL", BASE).notes())
                .containsExactly("postgres-per-request failed (connect-refused): nobody there");
        assertThat(today.ratio("plain")).isNull();
    }

    @Test
    void otherNumbersThanThenAreSaid() {
        Report.Table markers =
                new Report.Table(
                        "markers",
                        List.of("client", "marker", "exTimeSeconds", "percent"),
                        List.of(List.of("spymemcached", "total", 0.5, 100.0)),
                        null);
        Result few = result(Map.of("sets", "7"), List.of(), markers);
        Result asThen = result(Map.of("sets", "10001", "rounds", "2"), List.of(), markers);

        assertThat(new TodaysClients(few).first("PECL", BASE).notes())
                .containsExactly("seconds of 7 sets and 10000 gets; then of 10001 and 10000");
        assertThat(new TodaysClients(asThen).first("PECL", BASE).notes()).isEmpty();
        assertThat(new TodaysClients(asThen).first("PECL", BASE).from())
                .endsWith("asked with rounds=2 sets=10001");
    }

    @Test
    void theNewestRunCountsThatIsNoWarmUpNoExperimentAndNoTryByHand() {
        Today today =
                runs(
                        List.of(
                                SomeRun.of("memcached-pooled", "warmup", 900, 1),
                                SomeRun.of("memcached-pooled", "experiment/x", 800, 1),
                                SomeRun.of("memcached-pooled", "", 2, 1),
                                SomeRun.of("memcached-nginx", "", 70, 2000),
                                SomeRun.of("memcached-pooled", "mine", 100, 1000),
                                SomeRun.of("memcached-pooled", "mine", 200, 1)));

        assertThat(today.first("perSecond")).isEqualTo(100);
        assertThat(today.second("perSecond")).isEqualTo(70);
        assertThat(today.ratio("perSecond")).isEqualTo(new Share(0.7, null, null));
        assertThat(today.first("p98Millis")).isCloseTo(1, within(1e-3));
        assertThat(today.second("minMillis")).isCloseTo(2, within(2e-3));
        assertThat(today.first("deviationMillis")).isZero();
        assertThat(today.first("peakOpen")).isNull();
        assertThat(today.first("direct", BASE).from()).endsWith("labelled mine");
        assertThat(today.first("direct", BASE).notes())
                .containsExactly(
                        "at most 4 at once in the service; then 64 to 2048 callers",
                        "counts are of 3.5 s; then of 10 s",
                        "deserves doubt, and the run says why: perSecond");
        assertThat(today.ratioCommand(BASE)).contains("X-Connlab-Run: then-and-now/$i");
    }

    @Test
    void roundsGiveTheRatioItsIntervalSecondOverFirst() {
        List<Run> runs = new ArrayList<>();
        for (int round = 5; round > 0; round--) {
            runs.add(SomeRun.of("memcached-nginx", "a/" + round, 70 + round, 2000));
            runs.add(SomeRun.of("memcached-pooled", "a/" + round, 100, 1000));
        }
        Today today = runs(runs);
        Share rate = Objects.requireNonNull(today.ratio("perSecond"));

        assertThat(rate.ratio()).isBetween(0.71, 0.75);
        assertThat(rate.low()).isLessThan(rate.ratio());
        assertThat(rate.high()).isGreaterThan(rate.ratio()).isLessThan(0.78);
        assertThat(Objects.requireNonNull(today.ratio("p50Millis")).ratio())
                .isCloseTo(2, within(1e-9));
        assertThat(today.ratioPath())
                .isEqualTo("/runs/compare?lanes=memcached-pooled,memcached-nginx");
        assertThat(today.ratioCommand(BASE)).isNull();
    }

    @Test
    void aRatioThatWasNotPublishedFollowsFromTheFigures() {
        Today none = runs(List.of());

        assertThat(History.row(old(9.0, 5.0, null), none).thenRatio())
                .isCloseTo(5.0 / 9, within(1e-12));
        assertThat(History.row(old(2715.98, 4688.95, 1.73), none).thenRatio()).isEqualTo(1.73);
        assertThat(History.row(old(null, null, 0.7262), none).thenRatio()).isEqualTo(0.7262);
        assertThat(History.row(old(0.0, 0.0, null), none).thenRatio()).isNull();
    }

    private static OldBenchmark.Row old(
            @Nullable Double first, @Nullable Double second, @Nullable Double ratio) {
        return new OldBenchmark.Row("a figure", "perSecond", null, first, second, ratio);
    }

    private static Today runs(List<Run> newestFirst) {
        return new TodaysRuns(
                newestFirst,
                new OldBenchmark.Load(64, 2048, 10.0),
                new TodaysRuns.Way("memcached-pooled", "/memcached"),
                new TodaysRuns.Way("memcached-nginx", "/memcached?route=nginx"));
    }

    private static Result result(
            Map<String, String> asked, List<String> notes, Report.Table table) {
        return new Result(
                "an-experiment",
                asked,
                Instant.parse("2026-01-02T03:04:05Z"),
                1,
                Result.State.FINISHED,
                null,
                new Report(List.of(table), notes, ""));
    }

    private static Result result(String experiment, Report.Table... tables) {
        return new Result(
                experiment,
                Map.of(),
                Instant.parse("2026-01-02T03:04:05Z"),
                1,
                Result.State.FINISHED,
                null,
                new Report(List.of(tables), List.of(), ""));
    }
}
