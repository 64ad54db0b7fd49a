package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.trial.FailureClass;
import connlab.trial.LaneId;
import connlab.trial.Origin;
import connlab.trial.Phase;
import connlab.trial.Trial;
import connlab.trial.TrialFailure;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

class RunRecorderTest {
    private static final LaneId LANE = new LaneId("a-lane", "a", "direct", "per-request");
    private static final LaneId OTHER = new LaneId("b-lane", "a", "direct", "pooled");

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 500_000_000);
    private final RunRecorder recorder = new RunRecorder(Duration.ofSeconds(1), clock::get);
    private final Trial trial =
            new Trial("here:1", clock::get, () -> Instant.ofEpochSecond(7), List.of(recorder));

    @Test
    void aRunEndsAfterAQuietGapAndTheNextTrialBeginsAnother() {
        attempt(LANE, "", 10);
        pass(999);
        assertThat(recorder.ended()).isEmpty();
        attempt(LANE, "", 20);
        pass(1000);

        List<Load> ended = recorder.ended();
        assertThat(ended).hasSize(1);
        assertThat(ended.getFirst().total().trial().count()).isEqualTo(2);
        assertThat(ended.getFirst().total().endNanos() - ended.getFirst().total().beginNanos())
                .isEqualTo(Duration.ofMillis(10 + 999 + 20).toNanos());
        attempt(LANE, "", 5);
        assertThat(recorder.underWay()).hasSize(1);
        assertThat(recorder.underWay()).doesNotContain(ended.getFirst());
    }

    @Test
    void theGapIsNotCountedWhileATrialIsInFlight() {
        List<List<Load>> seen = new ArrayList<>();
        trial.run(
                LANE,
                Origin.UNLABELLED,
                timer -> {
                    pass(30_000);
                    seen.add(recorder.ended());
                    return OptionalLong.empty();
                });

        assertThat(seen.getFirst()).isEmpty();
        assertThat(recorder.ended()).isEmpty();
        pass(1000);
        assertThat(recorder.ended()).hasSize(1);
    }

    @Test
    void eachLaneAndEachLabelHasARunOfItsOwn() {
        attempt(LANE, "x/1", 1);
        attempt(LANE, "x/2", 1);
        attempt(OTHER, "x/1", 1);
        attempt(OTHER, "x/1", 1);
        pass(1000);

        assertThat(recorder.ended())
                .extracting(load -> load.lane().name() + " " + load.label())
                .containsExactly("a-lane x/1", "a-lane x/2", "b-lane x/1");
    }

    @Test
    void labelsThatACallerMakesUpDoNotUseUpTheMemory() {
        for (int i = 0; i < RunRecorder.MOST_AT_ONCE + 100; i++) {
            attempt(LANE, "label-" + i, 0);
        }
        pass(1000);

        List<Load> ended = recorder.ended();
        assertThat(ended).filteredOn(Load::counted).hasSize(RunRecorder.MOST_AT_ONCE);
        assertThat(ended).filteredOn(load -> !load.counted()).hasSize(100);
        assertThat(recorder.underWay()).isEmpty();
    }

    @Test
    void failuresAreCountedByClassAndTheirTimesKeptOut() {
        attempt(LANE, "", 10);
        trial.run(
                LANE,
                Origin.UNLABELLED,
                timer -> {
                    timer.enter(Phase.CONNECT);
                    throw new TrialFailure(FailureClass.CONNECT_REFUSED, "nobody listens", null);
                });
        pass(1000);

        Tally total = recorder.ended().getFirst().total();
        assertThat(total.failures()).containsExactly(Map.entry("connect-refused", 1L));
        assertThat(total.trial().count()).isEqualTo(1);
        assertThat(total.phases().keySet()).containsExactly(Phase.QUERY);
    }

    @Test
    void timesFromTheIntendedStartIncludeTheDelayBeforeTheTrial() {
        long intended = Instant.ofEpochSecond(7).minusMillis(40).toEpochMilli() * 1000;
        trial.run(
                LANE,
                new Origin("", OptionalLong.of(intended)),
                timer -> {
                    pass(2);
                    return OptionalLong.empty();
                });
        pass(1000);

        Latencies times = recorder.ended().getFirst().total().fromIntended();
        assertThat(times).isNotNull();
        assertThat(times.sum()).isEqualTo(Duration.ofMillis(42).toNanos());
    }

    @Test
    void noTrialIsLostOrCountedTwiceWhileRunsAreClosedUnderManyThreads() throws Exception {
        RunRecorder real = new RunRecorder(Duration.ZERO, System::nanoTime);
        Trial trials =
                new Trial(
                        "here:1", System::nanoTime, () -> Instant.ofEpochSecond(7), List.of(real));
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        for (int i = 0; i < 5000; i++) {
                                            trials.run(
                                                    LANE,
                                                    Origin.UNLABELLED,
                                                    timer -> OptionalLong.empty());
                                        }
                                    }));
        }
        long counted = 0;
        while (threads.stream().anyMatch(Thread::isAlive)) {
            counted += trials(real.ended());
        }
        counted += trials(real.ended());

        assertThat(counted).isEqualTo(8 * 5000);
        assertThat(real.underWay()).isEmpty();
    }

    private static long trials(List<Load> loads) {
        return loads.stream().mapToLong(load -> load.total().trial().count()).sum();
    }

    private void attempt(LaneId lane, String label, long millis) {
        trial.run(
                lane,
                new Origin(label, OptionalLong.empty()),
                timer -> {
                    timer.enter(Phase.QUERY);
                    pass(millis);
                    return OptionalLong.empty();
                });
    }

    private void pass(long millis) {
        clock.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
