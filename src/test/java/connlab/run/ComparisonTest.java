package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class ComparisonTest {
    private final Random random = new Random(11);
    private final List<Run> newestFirst = new ArrayList<>();

    @Test
    void theVerdictNamesTheFasterLaneFirstAndSaysWhatItHolds() {
        for (int round = 1; round <= 10; round++) {
            double host = 1 + 0.3 * random.nextDouble();
            add(SomeRun.of("slow", "x/" + round, 1000 * host, 20, SomeRun.holding(138)));
            add(
                    SomeRun.of(
                            "fast",
                            "x/" + round,
                            1750 * host * noise(0.02),
                            10,
                            SomeRun.holding(10)));
        }

        Comparison comparison = Comparison.of(newestFirst, "slow", "fast", null);

        assertThat(comparison.first()).isEqualTo("fast");
        assertThat(comparison.verdict())
                .matches(
                        "fast answers 1\\.7\\d to 1\\.\\d\\d times as many requests as slow and"
                                + " holds 10 connections instead of 138");
        assertThat(comparison.open().difference()).isEqualTo(-128);
        assertThat(comparison.notices()).isEmpty();
    }

    @Test
    void whatTheRoundsCannotTellApartIsSaidWithABound() {
        for (int round = 1; round <= 5; round++) {
            add(SomeRun.of("one", "x/" + round, 1000 * noise(0.1), 10));
            add(SomeRun.of("two", "x/" + round, 1000 * noise(0.1), 10));
        }

        assertThat(Comparison.of(newestFirst, "one", "two", "x").verdict())
                .matches("cannot tell: less than \\d+ % apart");
    }

    @Test
    void lessThanThreePercentIsATieHoweverSure() {
        for (int round = 1; round <= 10; round++) {
            add(SomeRun.of("one", "x/" + round, 1000 * noise(0.001), 10));
            add(SomeRun.of("two", "x/" + round, 1020 * noise(0.001), 10));
        }

        Comparison comparison = Comparison.of(newestFirst, "one", "two", "x");

        assertThat(comparison.ratios().getFirst().finding()).isEqualTo(Ratio.Finding.TIE);
        assertThat(comparison.verdict())
                .isEqualTo("one and two answer equally many requests, within 3 %");
    }

    @Test
    void roundsArePairedByTheirNumberAndTheNewerOfTwoCounts() {
        for (int round = 5; round >= 1; round--) {
            add(SomeRun.of("one", "x/" + round, 100 * round, 10));
        }
        for (int round = 0; round <= 5; round++) {
            add(SomeRun.of("two", "x/" + round, 1, 10));
            add(SomeRun.of("two", "x/" + round, 200 * round * noise(0.001), 10));
        }

        Comparison comparison = Comparison.of(newestFirst, "one", "two", null);

        assertThat(comparison.rounds()).isEqualTo(5);
        assertThat(comparison.ratios().getFirst().ratio()).isBetween(1.98, 2.02);
    }

    @Test
    void withoutLabelsRoundsArePairedByOrder() {
        for (int round = 1; round <= 6; round++) {
            add(SomeRun.of("one", "", 100 * round, 10));
            add(SomeRun.of("two", "", 200 * round * noise(0.001), 10));
        }

        assertThat(Comparison.of(newestFirst, "two", "one", null).ratios().getFirst().ratio())
                .isBetween(1.98, 2.02);
    }

    @Test
    void warmUpsAndExperimentsNeverEnterAComparison() {
        for (int round = 1; round <= 6; round++) {
            for (String label : List.of("warmup", "warmup/" + round, "experiment/storm/" + round)) {
                add(SomeRun.of("one", label, 100, 10));
                add(SomeRun.of("two", label, 200, 10));
            }
        }

        assertThatExceptionOfType(Comparison.TooFewRounds.class)
                .isThrownBy(() -> Comparison.of(newestFirst, "one", "two", null));
    }

    @Test
    void fourRoundsAreTooFewAndTheProblemSaysHowToGetMore() {
        for (int round = 1; round <= 4; round++) {
            add(SomeRun.of("one", "x/" + round, 100, 10));
            add(SomeRun.of("two", "x/" + round, 200, 10));
        }

        assertThatExceptionOfType(Comparison.TooFewRounds.class)
                .isThrownBy(() -> Comparison.of(newestFirst, "one", "two", "x"))
                .withMessageContaining("4 rounds")
                .withMessageContaining("X-Connlab-Run: NAME/1");
    }

    private double noise(double share) {
        return Math.exp(share * random.nextGaussian());
    }

    private void add(Run run) {
        newestFirst.addFirst(run);
    }
}
