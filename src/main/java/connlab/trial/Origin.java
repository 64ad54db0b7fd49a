package connlab.trial;

import java.util.OptionalLong;

/**
 * What the caller said about its request.
 *
 * @param label the run's label, empty if it gave none
 * @param intendedEpochMicros when it meant to send the request, microseconds since 1970
 */
public record Origin(String label, OptionalLong intendedEpochMicros) {
    /** A caller that said nothing. */
    public static final Origin UNLABELLED = new Origin("", OptionalLong.empty());
}
