package connlab.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

class TrialTest {
    private static final LaneId LANE = new LaneId("a-lane", "a", "direct", "per-request");

    private final AtomicLong clock = new AtomicLong(1000);
    private final List<Measurement> recorded = new ArrayList<>();
    private final Trial trial =
            new Trial("here:1", clock::get, () -> Instant.ofEpochSecond(7), List.of(recorded::add));

    @Test
    void phasesFollowEachOtherWithoutAGapAndAddUpToTheWhole() {
        Measurement m =
                trial.run(
                        LANE,
                        Origin.UNLABELLED,
                        timer -> {
                            timer.enter(Phase.CONNECT);
                            clock.addAndGet(30);
                            timer.enter(Phase.QUERY);
                            clock.addAndGet(12);
                            timer.enter(Phase.CLOSE);
                            clock.addAndGet(5);
                            timer.end();
                            return OptionalLong.of(99);
                        });

        assertThat(m.phases().nanos(Phase.CONNECT)).hasValue(30);
        assertThat(m.phases().nanos(Phase.QUERY)).hasValue(12);
        assertThat(m.phases().nanos(Phase.CLOSE)).hasValue(5);
        assertThat(m.totalNanos()).isEqualTo(47);
        assertThat(m.session()).hasValue(99);
        assertThat(m.beganEpochMicros()).isEqualTo(7_000_000);
        assertThat(recorded).containsExactly(m);
    }

    @Test
    void aPhaseThatDidNotHappenIsAbsentAndNotZero() {
        Measurement m = trial.run(LANE, Origin.UNLABELLED, timer -> OptionalLong.empty());

        assertThat(m.phases().nanos(Phase.CONNECT)).isEmpty();
    }

    @Test
    void aPhaseThatIsEnteredTwiceAddsUp() {
        Measurement m =
                trial.run(
                        LANE,
                        Origin.UNLABELLED,
                        timer -> {
                            timer.enter(Phase.CONNECT);
                            clock.addAndGet(1);
                            timer.enter(Phase.INIT);
                            clock.addAndGet(2);
                            timer.enter(Phase.CONNECT);
                            clock.addAndGet(4);
                            return OptionalLong.empty();
                        });

        assertThat(m.phases().nanos(Phase.CONNECT)).hasValue(5);
        assertThat(m.phases().nanos(Phase.INIT)).hasValue(2);
    }

    @Test
    void aFailureNamesThePhaseItHappenedInEvenIfThatPhaseHasEnded() {
        Measurement m =
                trial.run(
                        LANE,
                        Origin.UNLABELLED,
                        timer -> {
                            timer.enter(Phase.QUERY);
                            timer.end();
                            clock.addAndGet(1000);
                            throw new TrialFailure(FailureClass.SERVER_GONE, "gone", null);
                        });

        assertThat(m.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failure.class,
                        failure -> {
                            assertThat(failure.kind()).isEqualTo(FailureClass.SERVER_GONE);
                            assertThat(failure.phase()).isEqualTo(Phase.QUERY);
                        });
        assertThat(m.phases().nanos(Phase.QUERY)).hasValue(0);
        assertThat(m.totalNanos()).isEqualTo(1000);
    }

    @Test
    void aBugIsRecordedAsSuchAndDoesNotEscape() {
        Measurement m =
                trial.run(
                        LANE,
                        Origin.UNLABELLED,
                        timer -> {
                            throw new IllegalStateException("secret");
                        });

        assertThat(m.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failure.class,
                        failure -> {
                            assertThat(failure.kind()).isEqualTo(FailureClass.BUG);
                            assertThat(failure.detail()).doesNotContain("secret");
                        });
        assertThat(recorded).containsExactly(m);
    }
}
