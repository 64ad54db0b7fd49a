package connlab.load;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

import java.util.concurrent.atomic.AtomicLong;

/** One round on one lane, as this side of the HTTP connection saw it. */
final class Turn {
    private static final long LONGEST_NANOS = 600_000_000_000L;

    private final Way way;
    private final String label;
    private final Histogram answered = new ConcurrentHistogram(1, LONGEST_NANOS, 3);
    private final Failures failures = new Failures();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong firstNanos = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong lastNanos = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong firstMicros = new AtomicLong();

    /**
     * @param label what the service is told: {@code warmup}, or {@code name/round}
     */
    Turn(Way way, String label) {
        this.way = way;
        this.label = label;
    }

    Way way() {
        return way;
    }

    String label() {
        return label;
    }

    /**
     * Notes the begin of a request, on the clock of {@link System#nanoTime}.
     *
     * @return whether it was the first one
     */
    boolean begin(long nanos) {
        return firstNanos.getAndAccumulate(nanos, Math::min) == Long.MAX_VALUE;
    }

    /** Notes the end of a request that was answered as it should be. */
    void answered(long begin, long nanos) {
        lastNanos.accumulateAndGet(nanos, Math::max);
        answered.recordValue(Math.clamp(nanos - begin, 1, LONGEST_NANOS));
    }

    /** Notes the end of one that was not. */
    void failed(long nanos, String kind) {
        lastNanos.accumulateAndGet(nanos, Math::max);
        failures.add(kind);
    }

    /**
     * When the next request at this rate is due, in microseconds since 1970: the first one's time,
     * and from there in even steps, however late the requests are sent.
     */
    long intendedMicros(long nowMicros, double rate) {
        firstMicros.compareAndSet(0, nowMicros);
        return firstMicros.get() + Math.round(sent.getAndIncrement() * 1e6 / rate);
    }

    /** When the first request began, in milliseconds since 1970. */
    long firstEpochMillis() {
        long ago = System.nanoTime() - firstNanos.get();
        return System.currentTimeMillis() - ago / 1_000_000;
    }

    Histogram answered() {
        return answered;
    }

    Failures failures() {
        return failures;
    }

    double seconds() {
        return Math.max(0, lastNanos.get() - firstNanos.get()) / 1e9;
    }

    double rate() {
        return seconds() == 0 ? 0 : (answered.getTotalCount() + failures.total()) / seconds();
    }
}
