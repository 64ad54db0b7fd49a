package connlab.run;

import org.HdrHistogram.Histogram;

/**
 * Times of one kind, and the only place where percentiles are computed.
 *
 * <p>Percentiles are HdrHistogram's at three significant digits over one fixed range, so that those
 * of merged times equal those of the times recorded together. All values are nanoseconds.
 */
public final class Latencies {
    /** What is longer counts as this long: no trial outlives all its timeouts by this much. */
    static final long LONGEST_NANOS = 600_000_000_000L;

    static final int SIGNIFICANT_DIGITS = 3;

    private final Histogram histogram;
    private long sum;

    public Latencies() {
        this(new Histogram(1, LONGEST_NANOS, SIGNIFICANT_DIGITS));
    }

    /** Times that were counted elsewhere; their sum is as exact as the histogram is. */
    Latencies(Histogram histogram) {
        this.histogram = histogram;
        this.sum = Math.round(histogram.getMean() * histogram.getTotalCount());
    }

    public void record(long nanos) {
        long value = Math.clamp(nanos, 0, LONGEST_NANOS);
        histogram.recordValue(value);
        sum += value;
    }

    public long count() {
        return histogram.getTotalCount();
    }

    /** The exact sum of all recorded times. */
    public long sum() {
        return sum;
    }

    public double mean() {
        return count() == 0 ? Double.NaN : (double) sum / count();
    }

    /** The time that this share of all times, in percent, did not exceed. */
    public long percentile(double percent) {
        return histogram.getValueAtPercentile(percent);
    }

    public long max() {
        return histogram.getMaxValue();
    }
}
