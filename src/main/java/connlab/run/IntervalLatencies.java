package connlab.run;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Times that many threads record while one other takes them, an interval at a time. Neither waits
 * for the other.
 */
public final class IntervalLatencies {
    private final Recorder recorder =
            new Recorder(1, Latencies.LONGEST_NANOS, Latencies.SIGNIFICANT_DIGITS);
    private @Nullable Histogram spare;

    public void record(long nanos) {
        recorder.recordValue(Math.clamp(nanos, 0, Latencies.LONGEST_NANOS));
    }

    /**
     * What was recorded since the last call. For one thread only, which must be done with the
     * answer before it calls again: its memory is used in turn.
     */
    public Latencies take() {
        Histogram interval = recorder.getIntervalHistogram(spare);
        spare = interval;
        return new Latencies(interval);
    }
}
