package connlab.backend;

/**
 * Asks one server for its own count of connections.
 *
 * <p>It leaves itself out of {@link Sample#open()} and its own logins out of {@link
 * Sample#opened()}, and answers {@code NaN} for what it can't know.
 */
public interface Probe extends Inquiry<Sample> {}
