package connlab.backend;

import connlab.trial.TrialFailure;

/**
 * Asks one thing again and again over one connection that it keeps. It gives up after a read
 * timeout. Used by one thread at a time.
 *
 * @param <S> what one answer is
 */
public interface Inquiry<S extends Timed> extends AutoCloseable {
    /** Connects, in place of a connection kept so far. */
    void connect() throws TrialFailure;

    /** Asks over the kept connection what it is that answers, and how it is set now. */
    ServerInfo describe() throws TrialFailure;

    /** Asks once over the kept connection; never opens another one. */
    S sample() throws TrialFailure;

    /** Closes the kept connection, if there is one. {@link #connect} may be called again. */
    @Override
    void close();
}
