package connlab.trial;

import java.util.OptionalLong;

/**
 * What one trial measured; everything else is derived from it.
 *
 * @param instance the process that measured, {@code host:pid}
 * @param label the run's label as the caller gave it, empty if it gave none
 * @param beganEpochMicros wall-clock begin, microseconds since 1970
 * @param beginNanos begin on the monotonic clock of {@code instance}
 * @param endNanos end on the same clock, all phases and the close after a failure included
 * @param intendedEpochMicros when the caller meant to send the request, where it told
 * @param session the server's own id of the session that did the work, where it has one
 */
public record Measurement(
        String instance,
        LaneId lane,
        String label,
        long beganEpochMicros,
        long beginNanos,
        long endNanos,
        OptionalLong intendedEpochMicros,
        PhaseTimes phases,
        OptionalLong session,
        Outcome outcome) {

    /** The whole trial, in nanoseconds. */
    public long totalNanos() {
        return endNanos - beginNanos;
    }
}
