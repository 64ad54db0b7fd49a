package connlab.experiment;

import java.util.Locale;

/** A part of what a connect costs, in the order in which they come. */
enum Part {
    /** Opening the TCP connection. */
    TCP,
    /** From asking for TLS to the last of its handshake. */
    TLS,
    /** From there, or from the TCP connection, until the server accepted the login. */
    AUTHENTICATION,
    /** The driver's own statements after that. */
    SETUP,
    /** Authentication and set-up together, which TLS hides from each other. */
    LOGIN,
    /** The query, or a cache's set and get. */
    QUERY,
    CLOSE,
    /** What is left of the total: the client's own work outside of the others. */
    REST;

    /** {@code tcpMicros}. */
    String column() {
        return name().toLowerCase(Locale.ROOT) + "Micros";
    }
}
