package connlab.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/**
 * How an experiment ended.
 *
 * @param parameters what was asked for, as it was asked
 * @param seconds how long it took
 * @param reason why there is no report; absent where there is one
 * @param report what it found; absent unless it finished
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Result(
        String experiment,
        Map<String, String> parameters,
        Instant begin,
        double seconds,
        State state,
        @Nullable String reason,
        @Nullable Report report) {

    /** How it ended. */
    public enum State {
        FINISHED,
        /** Somebody stopped it, or its caller went away. */
        CANCELLED,
        /** It took longer than it had said. */
        TIMED_OUT,
        FAILED;

        /** {@code timed-out}. */
        @JsonValue
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
