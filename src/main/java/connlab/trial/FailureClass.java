package connlab.trial;

import java.util.Locale;

/** Why a trial failed, told apart by what really happened on the wire. */
public enum FailureClass {
    /** Every connection of the pool was in use for longer than the pool's connection timeout. */
    POOL_EXHAUSTED,
    /** Nothing listens at the address, or the host can't be reached. */
    CONNECT_REFUSED,
    /** The server turned the connection away because it holds as many as it allows. */
    TOO_MANY_CONNECTIONS,
    /** The server refused the login, or the driver refused to log in under these conditions. */
    AUTH_FAILED,
    /** A connect or read timeout ran out: the server is there and does not answer. */
    TIMEOUT,
    /** The server closed a connection that was in use. */
    SERVER_GONE,
    /** This host has no free local port left for a new connection ({@code EADDRNOTAVAIL}). */
    PORTS_EXHAUSTED,
    /** The server answered, but not what the trial asked for. */
    WRONG_ANSWER,
    /** connlab itself held back, to leave connections of a configured server free for others. */
    HEADROOM,
    /** A fault in connlab and no finding about the server; the only class that is an HTTP 500. */
    BUG;

    private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The class's name in metrics, problem details and reports: {@code connect-refused}. */
    public String label() {
        return label;
    }
}
