package connlab.backend;

import java.util.Map;

/**
 * One way of connecting, a row of the price list.
 *
 * @param driver one of {@link Backend#drivers()}
 * @param tls whether the connection is encrypted
 * @param cold whether the server is made to forget the login before each connect
 * @param authentication how the login is proven, where that is known before trying; else empty
 * @param properties driver properties that make it this way
 * @param tap driver properties with which what crosses the socket is recorded; empty if it can't be
 * @param whyNot why it can't be measured here; empty if it can
 */
public record Way(
        Entrance entrance,
        String driver,
        boolean tuned,
        boolean tls,
        boolean cold,
        String authentication,
        Map<String, String> properties,
        Map<String, String> tap,
        String whyNot) {

    /** The same with an authentication that is known, or wanted. */
    public Way as(String proof) {
        return new Way(entrance, driver, tuned, tls, cold, proof, properties, tap, whyNot);
    }

    /** The same where each login finds nothing cached. */
    public Way chilled() {
        return new Way(entrance, driver, tuned, tls, true, "cold", properties, tap, whyNot);
    }

    /** The same as a row that only says why it is empty. */
    public Way without(String reason) {
        return new Way(entrance, driver, tuned, tls, cold, authentication, properties, tap, reason);
    }

    /** {@code mysql-connector-j tuned, TLS}. */
    public String name() {
        return driver
                + (tuned ? " tuned" : "")
                + (tls ? ", TLS" : "")
                + (authentication.isEmpty() ? "" : ", " + authentication)
                + (entrance.route().equals("direct") ? "" : " via " + entrance.route());
    }
}
