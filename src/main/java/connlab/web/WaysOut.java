package connlab.web;

import connlab.trial.FailureClass;

/** What to do about each class of failure, in one sentence. */
final class WaysOut {
    private WaysOut() {}

    static String of(FailureClass kind) {
        return switch (kind) {
            case POOL_EXHAUSTED ->
                    "Fewer callers, a larger pool (connlab.lanes.<lane>.pool-size), or shorter"
                            + " work.";
            case CONNECT_REFUSED ->
                    "Check that the server runs and that host and port are right; GET /lanes shows"
                            + " them.";
            case TOO_MANY_CONNECTIONS ->
                    "Raise the server's limit, or hold fewer connections: a pool, or"
                            + " max-in-flight.";
            case AUTH_FAILED -> "Check user, password and the server's rules for TLS and logins.";
            case TIMEOUT ->
                    "The server is there and does not answer in time: look at its load, or raise"
                            + " connect-timeout and read-timeout.";
            case SERVER_GONE ->
                    "Look at the server's log: it was restarted, or it closed the connection.";
            case PORTS_EXHAUSTED ->
                    "Local ports are used up by TIME_WAIT: connect less often, use a pool, or widen"
                            + " net.ipv4.ip_local_port_range.";
            case WRONG_ANSWER ->
                    "The detail says what came instead. If table1 is missing, create it (id INT"
                            + " PRIMARY KEY, name VARCHAR(64), a row with id 1) or set"
                            + " connlab.backends.<name>.create-table=true.";
            case HEADROOM ->
                    "Raise the server's limit, lower connlab.limits.headroom, or hold fewer"
                            + " connections.";
            case BUG -> "Please report it with the service's log.";
        };
    }
}
