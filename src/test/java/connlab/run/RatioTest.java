package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** On rounds recorded from the noop lane on a busy host: {@code noop-rounds.csv}. */
class RatioTest {
    private static final int DRAWS = 5000;
    private static final List<Double> RATES = recorded();

    private final Random random = new Random(3);

    @Test
    void theIntervalIsStudentsOnTheLogarithms() {
        // t(0.975, 3) = 3.18245; logarithms 0, 0.1, 0.2, 0.3 have mean 0.15 and sd 0.129099.
        Ratio ratio = Ratio.of("x", List.of(1.0, Math.exp(0.1), Math.exp(0.2), Math.exp(0.3)));

        assertThat(Math.log(ratio.ratio())).isCloseTo(0.15, within(1e-9));
        assertThat(Math.log(ratio.low())).isCloseTo(0.15 - 0.205426, within(1e-5));
        assertThat(Math.log(ratio.high())).isCloseTo(0.15 + 0.205426, within(1e-5));
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 10, 20})
    void roundsOfTheSameLaneAreCalledDifferentInAtMostFivePercentOfDraws(int rounds) {
        int claimed = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            claimed += Ratio.of("perSecond", draw(rounds, 1)).differs() ? 1 : 0;
        }

        assertThat((double) claimed / DRAWS).isLessThanOrEqualTo(0.05);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 10, 20})
    void aDifferenceOfTwiceTheSmallestDetectableIsFoundInNinetyPercentOfDraws(int rounds) {
        double detectable = typicalDetectable(rounds);
        // Twice on the scale of logarithms, on which ratios add up.
        double planted = detectable * detectable;
        int found = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            Ratio ratio = Ratio.of("perSecond", draw(rounds, planted));
            found += ratio.finding() == Ratio.Finding.HIGHER ? 1 : 0;
        }

        assertThat((double) found / DRAWS).isGreaterThanOrEqualTo(0.9);
    }

    /** The median of what comparisons of so many rounds say they could have detected. */
    private double typicalDetectable(int rounds) {
        double[] detectable = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            detectable[draw] = Ratio.of("perSecond", draw(rounds, 1)).smallestDetectable();
        }
        Arrays.sort(detectable);
        return detectable[DRAWS / 2];
    }

    /** Ratios of rounds that were drawn at random, the first of each pair that much faster. */
    private List<Double> draw(int rounds, double planted) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            ratios.add(planted * some() / some());
        }
        return ratios;
    }

    private double some() {
        return RATES.get(random.nextInt(RATES.size()));
    }

    private static List<Double> recorded() {
        try {
            return Files.readAllLines(Path.of("src/test/resources/connlab/run/noop-rounds.csv"))
                    .stream()
                    .skip(1)
                    .map(line -> Double.valueOf(line.split(",")[1]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
