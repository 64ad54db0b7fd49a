package connlab.trial;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.ObjLongConsumer;

/** How long each phase of one trial took, in nanoseconds; phases that did not happen are absent. */
public final class PhaseTimes {
    private static final Phase[] PHASES = Phase.values();
    private static final long ABSENT = -1;

    private final long[] nanos;

    private PhaseTimes(long[] nanos) {
        this.nanos = nanos;
    }

    static Builder builder() {
        return new Builder();
    }

    /** The phase's time in nanoseconds, or empty if it did not happen. */
    public OptionalLong nanos(Phase phase) {
        long value = nanos[phase.ordinal()];
        return value == ABSENT ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** Calls the consumer with each phase that happened, in wire order, and its nanoseconds. */
    public void forEach(ObjLongConsumer<Phase> consumer) {
        for (Phase phase : PHASES) {
            long value = nanos[phase.ordinal()];
            if (value != ABSENT) {
                consumer.accept(phase, value);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        forEach(
                (phase, value) ->
                        text.append(phase.label()).append('=').append(value).append("ns "));
        return text.toString().strip();
    }

    static final class Builder {
        private final long[] nanos = new long[PHASES.length];

        private Builder() {
            Arrays.fill(nanos, ABSENT);
        }

        void add(Phase phase, long more) {
            int i = phase.ordinal();
            nanos[i] = nanos[i] == ABSENT ? more : nanos[i] + more;
        }

        PhaseTimes build() {
            return new PhaseTimes(nanos.clone());
        }
    }
}
