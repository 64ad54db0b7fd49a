package connlab.run;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.List;
import java.util.Locale;

/**
 * By how much one figure of the first lane exceeds that of the second, over paired rounds.
 *
 * <p>The ratio and its 95 % interval are the {@link Interval} of the rounds' ratios: the paired
 * t-interval (Jain, The Art of Computer Systems Performance Analysis, 1991, 13.4) on logarithms.
 *
 * @param figure what was compared: {@code perSecond}, {@code p99Micros}
 * @param ratio geometric mean of the rounds' ratios, first over second
 * @param low lower end of the 95 % interval
 * @param high upper end of the 95 % interval
 * @param smallestDetectable the ratio above 1 that so many rounds of this noise tell from 1 four
 *     times out of five: {@code exp((t + t')·s/√n)} with {@code t} and {@code t'} the 0.975 and the
 *     0.8 quantile (Zar, Biostatistical Analysis, minimum detectable difference), never less than
 *     the tie band. The half-width alone would be found only every other time
 */
public record Ratio(
        String figure,
        double ratio,
        double low,
        double high,
        double smallestDetectable,
        Finding finding) {

    /** A ratio closer to 1 than this is a tie, however sure it is. */
    static final double TIE_BAND = 1.03;

    private static final double POWER = 0.8;

    /** What the rounds say about the figure. */
    public enum Finding {
        /** The first lane's is higher. */
        HIGHER,
        /** The first lane's is lower. */
        LOWER,
        /** They are within 3 % of each other. */
        TIE,
        /** The rounds are too few or too noisy to tell. */
        CANNOT_TELL;

        private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

        /** {@code cannot-tell}. */
        @JsonValue
        public String label() {
            return label;
        }
    }

    /** Compares by the rounds' ratios; there are at least two, all above 0. */
    public static Ratio of(String figure, List<Double> ratios) {
        Interval interval = Interval.of(ratios);
        double detectable =
                interval.high() / interval.mean() * interval.reach(POWER, ratios.size());
        return new Ratio(
                figure,
                interval.mean(),
                interval.low(),
                interval.high(),
                Math.max(TIE_BAND, detectable),
                finding(interval.mean(), interval.low(), interval.high()));
    }

    private static Finding finding(double ratio, double low, double high) {
        if (low > 1 && ratio > TIE_BAND) {
            return Finding.HIGHER;
        }
        if (high < 1 && ratio < 1 / TIE_BAND) {
            return Finding.LOWER;
        }
        return low >= 1 / TIE_BAND && high <= TIE_BAND ? Finding.TIE : Finding.CANNOT_TELL;
    }

    /** Whether the rounds show a difference. */
    public boolean differs() {
        return finding == Finding.HIGHER || finding == Finding.LOWER;
    }

    /** The same, second over first. */
    public Ratio inverted() {
        Finding other =
                switch (finding) {
                    case HIGHER -> Finding.LOWER;
                    case LOWER -> Finding.HIGHER;
                    default -> finding;
                };
        return new Ratio(figure, 1 / ratio, 1 / high, 1 / low, smallestDetectable, other);
    }

    /** How far apart they can be at most, in percent, if the interval holds. */
    public double percentAtMost() {
        return (Math.max(high, 1 / low) - 1) * 100;
    }
}
