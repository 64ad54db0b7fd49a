package connlab.run;

import connlab.trial.FailureClass;
import connlab.trial.Measurement;
import connlab.trial.Outcome;
import connlab.trial.Phase;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * What the trials of one run add up to. The times are those of successful trials: a failure that
 * took no time is not a fast answer. Not thread-safe.
 */
final class Tally {
    private static final FailureClass[] CLASSES = FailureClass.values();
    private static final Phase[] PHASES = Phase.values();

    private final long[] failures = new long[CLASSES.length];
    private final Latencies trial = new Latencies();
    private final @Nullable Latencies[] phases = new @Nullable Latencies[PHASES.length];
    private final ObjLongConsumer<Phase> phaseRecorder = this::record;
    private @Nullable Latencies intended;
    private String instance = "";
    private boolean empty = true;
    private long beganEpochMicros;
    private long beginNanos;
    private long endNanos;

    void add(Measurement measurement) {
        extend(
                measurement.instance(),
                measurement.beganEpochMicros(),
                measurement.beginNanos(),
                measurement.endNanos());
        if (measurement.outcome() instanceof Outcome.Failure failure) {
            failures[failure.kind().ordinal()]++;
            return;
        }
        trial.record(measurement.totalNanos());
        measurement.phases().forEach(phaseRecorder);
        if (measurement.intendedEpochMicros().isPresent()) {
            long late =
                    measurement.beganEpochMicros() - measurement.intendedEpochMicros().getAsLong();
            intended().record(Math.max(0, late) * 1000 + measurement.totalNanos());
        }
    }

    void add(Tally other) {
        if (other.empty) {
            return;
        }
        extend(other.instance, other.beganEpochMicros, other.beginNanos, other.endNanos);
        for (int i = 0; i < failures.length; i++) {
            failures[i] += other.failures[i];
        }
        trial.add(other.trial);
        other.phases().forEach((phase, times) -> phase(phase).add(times));
        if (other.intended != null) {
            intended().add(other.intended);
        }
    }

    private void extend(String where, long epochMicros, long begin, long end) {
        if (empty) {
            empty = false;
            instance = where;
            beganEpochMicros = epochMicros;
            beginNanos = begin;
            endNanos = end;
            return;
        }
        if (begin - beginNanos < 0) {
            beginNanos = begin;
            beganEpochMicros = epochMicros;
        }
        if (end - endNanos > 0) {
            endNanos = end;
        }
    }

    private void record(Phase phase, long nanos) {
        phase(phase).record(nanos);
    }

    private Latencies phase(Phase phase) {
        Latencies times = phases[phase.ordinal()];
        if (times == null) {
            times = new Latencies();
            phases[phase.ordinal()] = times;
        }
        return times;
    }

    private Latencies intended() {
        Latencies times = intended;
        if (times == null) {
            times = new Latencies();
            intended = times;
        }
        return times;
    }

    String instance() {
        return instance;
    }

    /** Wall-clock begin of the first trial, microseconds since 1970. */
    long beganEpochMicros() {
        return beganEpochMicros;
    }

    /** Begin of the first trial, on the monotonic clock. */
    long beginNanos() {
        return beginNanos;
    }

    /** End of the last trial, on the monotonic clock. */
    long endNanos() {
        return endNanos;
    }

    Latencies trial() {
        return trial;
    }

    /** Times by phase, those that happened. */
    Map<Phase, Latencies> phases() {
        Map<Phase, Latencies> happened = new EnumMap<>(Phase.class);
        for (Phase phase : PHASES) {
            Latencies times = phases[phase.ordinal()];
            if (times != null) {
                happened.put(phase, times);
            }
        }
        return happened;
    }

    /** Times from the intended start; null where no caller told it. */
    @Nullable Latencies fromIntended() {
        return intended;
    }

    /** Failed trials by class; classes without one are absent. */
    Map<String, Long> failures() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (FailureClass kind : CLASSES) {
            if (failures[kind.ordinal()] > 0) {
                counts.put(kind.label(), failures[kind.ordinal()]);
            }
        }
        return counts;
    }
}
