package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.run.HostWatch.Look;
import connlab.run.Run.Doubt;
import connlab.trial.FailureClass;
import connlab.trial.LaneId;
import connlab.trial.Origin;
import connlab.trial.Outcome;
import connlab.trial.Recorder;
import connlab.trial.Trial;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** Each doubt, and the figure that it stands next to. */
class DoubtsTest {
    private static final LaneId LANE = new LaneId("a-lane", "a", "direct", "per-request");
    private static final ServerFigures WINDOW = window(false, false, 0, 7.0);
    private static final Look WARM = look(0, 100_000, 50, 1000);

    private final AtomicLong clock = new AtomicLong();
    private final Tally tally = new Tally();
    private final Trial trial =
            new Trial(
                    "here:1",
                    clock::get,
                    () -> Instant.ofEpochSecond(7),
                    List.of((Recorder) tally::add));

    @Test
    void aLongRunWithManyTrialsOnAWarmServiceHasNone() {
        succeed(10_000);

        assertThat(of(WINDOW, span(WARM, look(10, 110_000, 50, 1000)))).isEmpty();
    }

    @Test
    void aShortRunTellsNoRate() {
        succeed(10_000, Duration.ofSeconds(1));

        assertThat(of(WINDOW, null))
                .containsExactly(
                        new Doubt("perSecond", "only 1.00 s long; 3 s or more tell a rate"));
    }

    @Test
    void eachPercentileNeedsTrialsBeyondIt() {
        succeed(999);

        assertThat(of(WINDOW, null))
                .containsExactly(
                        new Doubt("trial.p99Micros", "999 trials; it takes 1000"),
                        new Doubt("trial.p999Micros", "999 trials; it takes 10000"));
    }

    @Test
    void failuresTouchTheTimesThatTheyAreNotIn() {
        succeed(10_000);
        trial.run(
                LANE,
                Origin.UNLABELLED,
                _ -> {
                    throw new TrialFailure(FailureClass.TIMEOUT, "late", null);
                });

        assertThat(Doubts.of(tally, 1, WINDOW, null, null, true, Optional.empty()))
                .containsExactly(
                        new Doubt("trial", "1 of 10001 trials failed; their times are not in it"));
    }

    @Test
    void missedSamplesTouchThePeakThatTheyMayHaveBeen() {
        succeed(10_000);

        assertThat(of(window(false, false, 4, 7.0), null))
                .containsExactly(new Doubt("window.peakOpen", "4 of 24 samples were missed"));
    }

    @Test
    void aServerThatOthersUsedOrThatWasRestartedOrNotSampled() {
        succeed(10_000);

        assertThat(of(window(true, false, 0, 7.0), null))
                .containsExactly(
                        new Doubt("window", "shared: other trials used the server in this window"));
        assertThat(of(window(false, true, 0, null), null))
                .containsExactly(new Doubt("window.opened", "the server was restarted"));
        assertThat(of(window(false, false, 0, null), null))
                .containsExactly(
                        new Doubt(
                                "window.opened",
                                "no sample from before the run, or no such counter"));
        assertThat(of(null, null))
                .containsExactly(
                        new Doubt("window", "the server was not sampled before and after the run"));
    }

    @Test
    void aColdServiceIsOneThatIsYoungOrStillCompiles() {
        succeed(10_000);

        assertThat(of(WINDOW, span(look(0, 5_000, 0, 0), look(10, 15_000, 0, 0))))
                .containsExactly(
                        new Doubt(
                                "trial", "the JVM was cold: the run began within its first 30 s"));
        assertThat(of(WINDOW, span(WARM, look(10, 110_000, 50, 2500))))
                .containsExactly(new Doubt("trial", "the JVM was cold: it compiled for 1500 ms"));
    }

    @Test
    void aShortCollectorPauseTouchesTheMaximumAndALongOneP99() {
        succeed(10_000);

        assertThat(of(WINDOW, span(WARM, look(10, 110_000, 90, 1000))))
                .containsExactly(
                        new Doubt("trial.maxMicros", "the garbage collector paused it for 40 ms"));
        assertThat(of(WINDOW, span(WARM, look(10, 110_000, 250, 1000))))
                .containsExactly(
                        new Doubt("trial.p99Micros", "the garbage collector paused it for 200 ms"));
    }

    @Test
    void aNeighbourAndAWorkThatNeverReachedTheServer() {
        succeed(10_000);

        assertThat(
                        Doubts.of(
                                tally,
                                0,
                                WINDOW,
                                null,
                                null,
                                false,
                                Optional.of("no query, no server")))
                .containsExactly(
                        new Doubt("trial", "no query, no server"),
                        new Doubt("trial", "another run was under way at the same time"));
    }

    @Test
    void aFewStepsOfTheKernelsClockTellLittleOfAServersProcessorTime() {
        succeed(10_000);
        HostFigures figures = new HostFigures(300.0, 9.9, 0.0, null, null, null);

        assertThat(Doubts.of(tally, 0, WINDOW, null, figures, true, Optional.empty()))
                .containsExactly(
                        new Doubt(
                                "host.serverCpuMicrosPerTrial",
                                "99 ms in all, and the kernel counts in steps of 10"));
    }

    @Test
    void aDoubtTouchesItsFigureAndWhatIsInsideIt() {
        Doubt doubt = new Doubt("trial", "cold");

        assertThat(doubt.touches("trial")).isTrue();
        assertThat(doubt.touches("trial.p99Micros")).isTrue();
        assertThat(doubt.touches("trials")).isFalse();
        assertThat(doubt.touches("window.opened")).isFalse();
    }

    private List<Doubt> of(@Nullable ServerFigures window, HostWatch.@Nullable Span host) {
        return Doubts.of(tally, 0, window, host, null, true, Optional.empty());
    }

    private void succeed(int trials) {
        succeed(trials, Duration.ofSeconds(10));
    }

    private void succeed(int trials, Duration in) {
        for (int i = 0; i < trials; i++) {
            Outcome outcome =
                    trial.run(
                                    LANE,
                                    Origin.UNLABELLED,
                                    _ -> {
                                        clock.addAndGet(in.toNanos() / trials + 1);
                                        return OptionalLong.empty();
                                    })
                            .outcome();
            assertThat(outcome).isInstanceOf(Outcome.Success.class);
        }
    }

    private static ServerFigures window(
            boolean shared, boolean restarted, int missed, @Nullable Double opened) {
        return new ServerFigures(
                10, 20, missed, shared, restarted, 3.0, 2.0, 5.0, opened, null, null, null);
    }

    private static Look look(long second, long uptime, long collector, long compiler) {
        return new Look(
                Duration.ofSeconds(second).toNanos(),
                uptime,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                collector,
                compiler,
                Map.of());
    }

    private static HostWatch.Span span(Look first, Look last) {
        return new HostWatch.Span(List.of(first, last));
    }
}
