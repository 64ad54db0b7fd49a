package connlab.backend;

import connlab.trial.TrialFailure;

/**
 * Asks one server for its own count of connections, over one connection that it keeps.
 *
 * <p>It leaves itself out of {@link Sample#open()} and its own logins out of {@link
 * Sample#opened()}, gives up after a read timeout, and answers {@code NaN} for what it can't know.
 * Used by one thread at a time.
 */
public interface Probe extends AutoCloseable {
    /** Connects and learns what the server is. */
    ServerInfo connect() throws TrialFailure;

    /** Asks once over the kept connection; never opens another one. */
    Sample sample() throws TrialFailure;

    /** Closes the kept connection, if there is one. {@link #connect} may be called again. */
    @Override
    void close();
}
