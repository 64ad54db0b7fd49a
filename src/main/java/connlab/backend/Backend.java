package connlab.backend;

import connlab.trial.TrialFailure;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A type of server whose connections can be put under test. This is the extension point for a new
 * one: a bean that implements it is found by its {@link #type()}, and configuration, metrics,
 * dashboards and reports need no edit.
 *
 * <p>An instance holds no state; what is open belongs to the {@link Connector}s and {@link Probe}s
 * that it makes.
 *
 * @param <T> what one trial on such a server is asked to do
 */
public interface Backend<T> {
    /** The name in {@code connlab.backends.<name>.type}: {@code mysql}. */
    String type();

    /** Which endpoint's lanes these are. */
    Kind kind();

    /**
     * The client libraries that can be named in {@code connlab.lanes.<name>.driver}; first the
     * default.
     */
    List<String> drivers();

    /** The port that the server listens on when none is configured. */
    int defaultPort();

    /**
     * Checks what a request asks for, before any connection is touched.
     *
     * @throws BadParameter if a parameter is unknown or its value can't be used on this server
     */
    T task(Parameters parameters, ServerInfo server);

    /**
     * What a lane's client library is and how it is set, without the login: {@code version}, then
     * its own names. Results carry it, so that figures of different settings are told apart.
     */
    default Map<String, String> client(LaneContext lane) {
        return Map.of();
    }

    /** Opens a new physical session each time. */
    Connector<T> connector(LaneContext lane);

    /** Hands out sessions that stay open between trials. */
    Connector<T> pool(LaneContext lane);

    /**
     * Creates {@code table1} where the server has none; only called where the user allowed it.
     *
     * @throws TrialFailure if the server refused or can't be reached
     */
    default void createTable(Server server) throws TrialFailure {}

    /**
     * Prepares to price connects to a server; empty for a type that has no price list.
     *
     * @param entrances the ways in that are configured, the backend's own first
     * @param cold whether the server may be made to forget logins, which its other clients feel
     * @throws TrialFailure if the server refused or can't be reached
     */
    default Optional<PriceDesk> price(ServerInfo info, List<Entrance> entrances, boolean cold)
            throws TrialFailure {
        return Optional.empty();
    }

    /** Asks the server for its own count of connections. */
    Probe probe(Server server);

    /** The kind of work that a backend does, and so the endpoint that leads to it. */
    enum Kind {
        /** {@code /connect} and {@code /pconnect}. */
        SQL,
        /** {@code /memcached}. */
        CACHE,
        /** Only {@code /trial/{lane}}. */
        CONTROL
    }
}
