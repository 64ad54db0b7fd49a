package connlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.experiment.PoolSizePlan.Turn;
import connlab.experiment.PoolSizeReport.Size;
import connlab.run.Latencies;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.DoubleStream;

class PoolSizeReportTest {
    private static final List<Turn> BEST = turns(1000, 1010, 990);

    @Test
    void theSmallestWithinFivePercentOfTheBestIsRecommended() {
        Size one = size(1, turns(300, 303, 297));
        Size four = size(4, turns(948, 958, 938));
        Size eight = size(8, turns(952, 962, 942));
        Size best = Size.of(16, BEST, null);

        assertThat(PoolSizeReport.recommended(List.of(one, four, eight, best))).isSameAs(eight);
        assertThat(eight.ofBest().ratio()).isBetween(0.951, 0.953);
        assertThat(eight.ofBest().low()).isLessThan(eight.ofBest().high());
    }

    @Test
    void theBestItselfIsWhereNoSmallerOneComesNear() {
        Size one = size(1, turns(300, 303, 297));
        Size best = Size.of(16, BEST, null);

        assertThat(PoolSizeReport.recommended(List.of(one, best))).isSameAs(best);
    }

    @Test
    void aSizeKnowsTheTimesOfAllItsTurnsAndTheMostThatWereOpen() {
        Size size = size(2, List.of(turn(10, 1_000, 12), turn(10, 3_000, 13)));

        assertThat(size.times().count()).isEqualTo(2);
        assertThat(size.times().max()).isBetween(3_000L, 3_003L);
        assertThat(size.open()).isEqualTo(13);
    }

    @Test
    void sizesAreThePowersOfTwoAndTheLargestAllowed() {
        assertThat(PoolSize.sizes(1)).containsExactly(1);
        assertThat(PoolSize.sizes(8)).containsExactly(1, 2, 4, 8);
        assertThat(PoolSize.sizes(10)).containsExactly(1, 2, 4, 8, 10);
    }

    @Test
    void theFormulaIsTheTextbooks() {
        assertThat(new PoolFormula(4, 1).size()).isEqualTo(9);
    }

    private static Size size(int size, @Nullable List<Turn> turns) {
        return Size.of(size, turns, turns.size() == BEST.size() ? BEST : null);
    }

    private static List<Turn> turns(double... rates) {
        return DoubleStream.of(rates).mapToObj(rate -> turn(rate, 1_000, 10)).toList();
    }

    private static Turn turn(double rate, long nanos, double open) {
        Latencies times = new Latencies();
        times.record(nanos);
        return new Turn(rate, times, open);
    }
}
