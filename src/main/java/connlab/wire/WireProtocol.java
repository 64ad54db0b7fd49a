package connlab.wire;

/** Reads one kind of server's protocol well enough to divide a connect. */
@FunctionalInterface
public interface WireProtocol {
    /**
     * Divides a connect.
     *
     * @param usableNanos when the client had its usable connection; what it sent later is not the
     *     connect's
     */
    Split split(Recording recording, long usableNanos);
}
