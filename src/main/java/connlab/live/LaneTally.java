package connlab.live;

import connlab.run.IntervalLatencies;
import connlab.run.Latencies;
import connlab.trial.FailureClass;
import connlab.trial.LaneId;
import connlab.trial.Measurement;
import connlab.trial.Outcome;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** What happened on one lane since the last frame. */
final class LaneTally {
    private final LaneId lane;
    private final LongAdder inFlight = new LongAdder();
    private final Map<FailureClass, LongAdder> failures = new EnumMap<>(FailureClass.class);
    // Half a megabyte, so only for a lane that was watched.
    private final AtomicReference<@Nullable IntervalLatencies> times = new AtomicReference<>();

    LaneTally(LaneId lane) {
        this.lane = lane;
        for (FailureClass kind : FailureClass.values()) {
            failures.put(kind, new LongAdder());
        }
    }

    void started() {
        inFlight.increment();
    }

    void finished(Measurement measurement, boolean listening) {
        inFlight.decrement();
        if (!listening) {
            return;
        }
        if (measurement.outcome() instanceof Outcome.Failure failure) {
            LongAdder counter = failures.get(failure.kind());
            if (counter != null) {
                counter.increment();
            }
        } else {
            recorder().record(measurement.totalNanos());
        }
    }

    private IntervalLatencies recorder() {
        IntervalLatencies known = times.get();
        if (known != null) {
            return known;
        }
        IntervalLatencies mine = new IntervalLatencies();
        IntervalLatencies first = times.compareAndExchange(null, mine);
        return first == null ? mine : first;
    }

    /**
     * Takes what came together in this many seconds; null if the lane was idle. For one thread
     * only.
     */
    @Nullable LaneFrame take(double seconds) {
        IntervalLatencies watched = times.get();
        Latencies succeeded = watched == null ? null : watched.take();
        long successes = succeeded == null ? 0 : succeeded.count();
        Map<String, Long> failed = takeFailures();
        long finished = successes + failed.values().stream().mapToLong(Long::longValue).sum();
        long now = Math.max(0, inFlight.sum());
        if (finished == 0 && now == 0) {
            return null;
        }
        return new LaneFrame(
                lane.name(),
                finished / seconds,
                micros(succeeded, 50),
                micros(succeeded, 99),
                now,
                failed);
    }

    private Map<String, Long> takeFailures() {
        Map<String, Long> taken = new TreeMap<>();
        failures.forEach(
                (kind, counter) -> {
                    long count = counter.sumThenReset();
                    if (count > 0) {
                        taken.put(kind.label(), count);
                    }
                });
        return taken;
    }

    private static @Nullable Double micros(@Nullable Latencies times, double percent) {
        return times == null || times.count() == 0 ? null : times.percentile(percent) / 1e3;
    }
}
