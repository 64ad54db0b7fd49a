package connlab.backend;

/**
 * What a pooling proxy said about its connections at one instant, all its clients together. {@code
 * NaN} means that it does not say.
 *
 * @param clientsActive clients that hold a server connection or want none just now
 * @param clientsWaiting clients that wait for a server connection
 * @param serversOpen connections to the server, used, idle or being opened
 * @param longestWaitSeconds how long the client at the head of the queue has waited
 * @param transactions transactions that servers did for clients since the proxy started
 */
public record ProxySample(
        long askedNanos,
        long answeredNanos,
        double clientsActive,
        double clientsWaiting,
        double serversOpen,
        double longestWaitSeconds,
        double transactions)
        implements Timed {}
