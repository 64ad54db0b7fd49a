package connlab.preflight;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Locale;

/** How much a finding matters, the worst first. */
public enum Severity {
    /** A usual load meets it: {@link #USUAL_CALLERS}, each request with a connection of its own. */
    WILL_SPOIL,
    /** An unusual load meets it, or it could not be found out. */
    NOTE,
    OK;

    /** What {@code ab -c 200} sends, as the old benchmark did, and Gatling here by default. */
    static final int USUAL_CALLERS = 200;

    /** The most that any of the old benchmarks sent. */
    static final int MOST_CALLERS = 2048;

    /** {@code will-spoil}. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Of something that so many callers at once are the most for. */
    static Severity ofCallers(long most) {
        return most < USUAL_CALLERS ? WILL_SPOIL : most < MOST_CALLERS ? NOTE : OK;
    }
}
