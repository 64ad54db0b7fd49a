package connlab.probe;

import connlab.backend.Sample;
import connlab.backend.ServerInfo;

import org.jspecify.annotations.Nullable;

/**
 * What is known about a server at this moment.
 *
 * @param up whether its probe has an answer
 * @param info what it said it is when it was last reached
 * @param sample the newest sample; null while it is not up
 * @param reason why it is not up; empty while it is
 */
public record ServerStatus(boolean up, ServerInfo info, @Nullable Sample sample, String reason) {
    /** Connections open now, {@code NaN} if unknown. */
    public double open() {
        Sample newest = sample;
        return newest == null ? Double.NaN : newest.open();
    }

    /** The server's own limit, {@code NaN} if unknown. */
    public double limit() {
        Sample newest = sample;
        return newest == null ? Double.NaN : newest.limit();
    }
}
