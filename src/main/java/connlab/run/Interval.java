package connlab.run;

import org.apache.commons.statistics.distribution.TDistribution;

import java.util.List;

/**
 * The geometric mean of some rounds' figures with its 95 % interval.
 *
 * <p>With {@code d} the logarithms of the figures, {@code m} their mean and {@code s} their
 * standard deviation, the mean is {@code exp(m)} and the interval {@code exp(m ± t·s/√n)} with the
 * 0.975 quantile of Student's t of {@code n - 1} degrees of freedom (Student 1908; Jain, The Art of
 * Computer Systems Performance Analysis, 1991, 13.2), on logarithms since noise multiplies.
 *
 * @param mean in the figures' own unit
 * @param low lower end of the interval
 * @param high upper end of the interval
 */
public record Interval(double mean, double low, double high) {
    private static final double QUANTILE = 0.975;

    /** There are at least two figures, all above 0. */
    public static Interval of(List<Double> figures) {
        int n = figures.size();
        double mean = figures.stream().mapToDouble(Math::log).average().orElseThrow();
        double squares = figures.stream().mapToDouble(f -> Math.pow(Math.log(f) - mean, 2)).sum();
        double half = quantile(QUANTILE, n) * Math.sqrt(squares / (n - 1) / n);
        return new Interval(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
    }

    /** How far the mean of so many figures strays with this probability: a factor above 1. */
    double reach(double probability, int n) {
        double error = Math.log(high / mean) / quantile(QUANTILE, n);
        return Math.exp(quantile(probability, n) * error);
    }

    private static double quantile(double probability, int n) {
        return TDistribution.of(n - 1).inverseCumulativeProbability(probability);
    }
}
