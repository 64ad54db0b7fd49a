package connlab.run;

import org.HdrHistogram.Histogram;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;

/**
 * Times of one kind, and the only place where percentiles are computed.
 *
 * <p>Percentiles are HdrHistogram's at three significant digits over one fixed range, so that those
 * of merged times equal those of the times recorded together. The counts grow with the longest time
 * seen, which changes neither the range nor a percentile. All values are nanoseconds.
 */
public final class Latencies {
    /** What is longer counts as this long: no trial outlives all its timeouts by this much. */
    static final long LONGEST_NANOS = 600_000_000_000L;

    static final int SIGNIFICANT_DIGITS = 3;

    private final Histogram histogram;
    private long sum;

    public Latencies() {
        this(new Histogram(SIGNIFICANT_DIGITS), 0);
    }

    private Latencies(Histogram histogram, long sum) {
        this.histogram = histogram;
        this.sum = sum;
    }

    /**
     * Times as they are kept in a run's line.
     *
     * @param sumNanos the exact sum of the times
     * @param histogram base64 of HdrHistogram's compressed format (V2)
     */
    public record Encoded(long sumNanos, String histogram) {}

    /** Times that were counted elsewhere; their sum is as exact as the histogram is. */
    Latencies(Histogram histogram) {
        this(histogram, Math.round(histogram.getMean() * histogram.getTotalCount()));
    }

    public void record(long nanos) {
        long value = Math.clamp(nanos, 0, LONGEST_NANOS);
        histogram.recordValue(value);
        sum += value;
    }

    /** Adds all times of the other. */
    public void add(Latencies other) {
        histogram.add(other.histogram);
        sum += other.sum;
    }

    public Encoded encode() {
        byte[] bytes = new byte[histogram.getNeededByteBufferCapacity()];
        int length = histogram.encodeIntoCompressedByteBuffer(ByteBuffer.wrap(bytes));
        byte[] written = Arrays.copyOf(bytes, length);
        return new Encoded(sum, Base64.getEncoder().encodeToString(written));
    }

    /**
     * The times that {@link #encode} kept.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public static Latencies decode(Encoded encoded) {
        ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(encoded.histogram()));
        try {
            Histogram histogram = Histogram.decodeFromCompressedByteBuffer(buffer, LONGEST_NANOS);
            histogram.setAutoResize(true);
            return new Latencies(histogram, encoded.sumNanos());
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram", e);
        }
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

    public long min() {
        return histogram.getMinValue();
    }

    /** The standard deviation, as exact as the histogram is. */
    public double deviation() {
        return histogram.getStdDeviation();
    }

    public long max() {
        return histogram.getMaxValue();
    }
}
