package connlab.trial;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * What a backend throws when the server, the network or a pool did not do what a trial needs. It
 * becomes an {@link Outcome.Failure}; every other exception is a bug.
 */
public final class TrialFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final FailureClass kind;
    private final transient Map<String, Object> facts;

    public TrialFailure(FailureClass kind, String detail, @Nullable Throwable cause) {
        this(kind, detail, Map.of(), cause);
    }

    public TrialFailure(
            FailureClass kind,
            String detail,
            Map<String, Object> facts,
            @Nullable Throwable cause) {
        // No stack trace of its own: under a storm there are thousands a second, and the cause has
        // one.
        super(detail, cause, true, false);
        this.kind = kind;
        this.facts = facts;
    }

    public FailureClass kind() {
        return kind;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }

    public Map<String, Object> facts() {
        return facts;
    }
}
