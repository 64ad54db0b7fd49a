package connlab.backend;

import java.time.Instant;

/**
 * What a server said about its connections at one instant. {@code NaN} means that it does not say.
 *
 * @param askedNanos when the question was sent, on the monotonic clock
 * @param answeredNanos when the answer was in
 * @param at when the answer was in, by the wall clock
 * @param open connections open now, the probe's own left out
 * @param opened connections opened since the server started, the probe's own left out
 * @param limit how many connections an ordinary login may have open at once
 * @param refused connections turned away at the limit since the server started; {@code NaN} until
 *     the counter has moved, since a counter at 0 may be one that never counts
 * @param aborted connections that ended without a proper good-bye since the server started
 * @param highWater the most connections that were ever open at once, by the server's own mark
 * @param serverStart changes when the server was restarted, and only then
 */
public record Sample(
        long askedNanos,
        long answeredNanos,
        Instant at,
        double open,
        double opened,
        double limit,
        double refused,
        double aborted,
        double highWater,
        long serverStart)
        implements Timed {

    /** A counter that proves itself by having moved; 0 is unknown. */
    public static double proven(double counter) {
        return counter > 0 ? counter : Double.NaN;
    }
}
