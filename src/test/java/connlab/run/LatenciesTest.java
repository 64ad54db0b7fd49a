package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

class LatenciesTest {
    private static final double[] PERCENTS = {0, 50, 75, 90, 95, 99, 99.9, 100};

    private final Random random = new Random(7);

    @Test
    void percentilesOfMergedTimesEqualThoseOfTheTimesRecordedTogether() {
        Latencies together = new Latencies();
        Latencies merged = new Latencies();
        for (int part = 0; part < 5; part++) {
            Latencies alone = new Latencies();
            for (int i = 0; i < 20_000; i++) {
                long nanos = someTime();
                together.record(nanos);
                alone.record(nanos);
            }
            merged.add(alone);
        }

        assertSame(merged, together);
    }

    @Test
    void encodedTimesComeBackAsTheyWereAndCanBeMergedFurther() {
        Latencies one = new Latencies();
        Latencies other = new Latencies();
        Latencies together = new Latencies();
        for (int i = 0; i < 20_000; i++) {
            long nanos = someTime();
            (i % 3 == 0 ? one : other).record(nanos);
            together.record(nanos);
        }

        Latencies merged = Latencies.decode(one.encode());
        merged.add(Latencies.decode(other.encode()));

        assertSame(merged, together);
    }

    @Test
    void aTimeBeyondTheRangeCountsAsTheLongest() {
        Latencies times = new Latencies();
        times.record(Long.MAX_VALUE);

        assertThat(times.max()).isBetween(600_000_000_000L, 601_000_000_000L);
    }

    /** From a microsecond to a minute, evenly on a logarithmic scale. */
    private long someTime() {
        return (long) (1e3 * Math.pow(6e7, random.nextDouble()));
    }

    private static void assertSame(Latencies actual, Latencies expected) {
        assertThat(actual.count()).isEqualTo(expected.count());
        assertThat(actual.sum()).isEqualTo(expected.sum());
        assertThat(actual.max()).isEqualTo(expected.max());
        for (double percent : PERCENTS) {
            assertThat(actual.percentile(percent))
                    .as("p" + percent)
                    .isEqualTo(expected.percentile(percent));
        }
    }
}
