package connlab.preflight;

import com.fasterxml.jackson.annotation.JsonValue;

import java.time.Duration;
import java.util.Locale;

/** The load that something stands; a run that stays within it is not spoiled. */
public sealed interface Bound {
    /** Whether a load is more than this. */
    boolean exceededBy(Load load);

    /** {@code more than 200 callers at once}. */
    @JsonValue
    String text();

    /**
     * What a run put on its lane.
     *
     * @param callers the most trials that were under way at once
     */
    record Load(long trials, double seconds, int callers) {}

    /** Trials under way at once. */
    record Callers(long most) implements Bound {
        @Override
        public boolean exceededBy(Load load) {
            return load.callers() > most;
        }

        @Override
        @JsonValue
        public String text() {
            return String.format(Locale.ROOT, "more than %,d callers at once", most);
        }
    }

    /** Connections opened within a time, by trials that open one each. */
    record Connects(long most, Duration within) implements Bound {
        @Override
        public boolean exceededBy(Load load) {
            double spans = load.seconds() * 1e3 / within.toMillis();
            return load.trials() / Math.max(1, spans) > most;
        }

        @Override
        @JsonValue
        public String text() {
            return String.format(
                    Locale.ROOT,
                    "more than %,d connections within %.0f s",
                    most,
                    within.toMillis() / 1e3);
        }
    }
}
