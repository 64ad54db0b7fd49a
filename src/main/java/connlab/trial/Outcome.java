package connlab.trial;

import java.util.Map;

/** How a trial ended. */
public sealed interface Outcome {
    /** The work truly happened and its answer was right. */
    record Success() implements Outcome {
        static final Success INSTANCE = new Success();
    }

    /**
     * The trial failed. A failed connection is a result, not an error of the program.
     *
     * @param detail one sentence for the caller, free of credentials and stack traces
     * @param facts figures of that instant, such as a pool's {@code active}, {@code idle} and
     *     {@code waiting}; empty where there are none
     */
    record Failure(FailureClass kind, Phase phase, String detail, Map<String, Object> facts)
            implements Outcome {
        /** The fact that tells who turned the trial down, where a proxy is on the way. */
        public static final String REFUSED_BY = "refusedBy";

        /** {@code pgbouncer} or {@code postgres}; empty where unknown. */
        public String refusedBy() {
            return String.valueOf(facts.getOrDefault(REFUSED_BY, ""));
        }
    }

    /** {@code success} or {@code failure}, as metrics call it. */
    default String label() {
        return this instanceof Success ? "success" : "failure";
    }
}
