package connlab.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import connlab.experiment.Report;
import connlab.experiment.Result;
import connlab.history.ThenAndNow.Share;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Map;

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
        Today runs =
                new TodaysRuns(
                        List.of(),
                        "memcached-pooled",
                        "/memcached",
                        "nginx",
                        "/memcached?route=nginx");

        assertThat(runs.first("perSecond")).isNull();
        assertThat(runs.ratio("perSecond")).isNull();
        assertThat(runs.second("nginx", BASE).command())
                .isEqualTo(
                        "ab -k -c 200 -t 10 -n 10000000 'http://lab:8080/memcached?route=nginx'");
        assertThat(new TodaysLoop(null).first("MySQL", BASE).command())
                .isEqualTo("curl -N -X POST 'http://lab:8080/experiments/connect-loop?times=20'");
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
