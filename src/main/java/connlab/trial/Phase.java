package connlab.trial;

import java.util.Locale;

/**
 * A part of a trial, in the order in which it happens on the wire.
 *
 * <p>A phase that did not happen is absent from a {@link Measurement}, never zero.
 */
public enum Phase {
    /** Waiting at the lane's own admission limit ({@code max-in-flight}). */
    WAIT,
    /** Building the client object, before it touches the network. */
    INIT,
    /** Until a usable connection is in hand: a new one, or one borrowed from a pool. */
    CONNECT,
    /** {@code SELECT * FROM table1 WHERE id = 1} and the check of its row. */
    QUERY,
    /** Storing a value in a cache. */
    SET,
    /** Reading the value back and comparing it. */
    GET,
    /** Closing the connection, or giving it back to its pool. */
    CLOSE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The phase's name in metrics, JSON and reports: {@code connect}. */
    public String label() {
        return label;
    }
}
