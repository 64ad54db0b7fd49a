package connlab.backend;

import connlab.trial.LaneId;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;

/**
 * All that a backend needs to know to make a lane's {@link Connector}.
 *
 * @param server the address that the lane's route leads to, with the lane's login
 * @param driver one of {@link Backend#drivers()}
 * @param tuned whether the driver properties that make connecting cheap are set
 * @param properties driver properties of the user's, which win over all others
 * @param poolSize the most connections that a pool may hold
 * @param poolMinIdle idle connections that a pool keeps when it has been quiet for a while
 * @param poolTimeout how long a trial waits for a pooled connection
 * @param poolLifetime how long a pool keeps a connection before it opens another in its place
 * @param clients how many shared clients a {@code pooled} cache lane has
 * @param budget asked before each physical connection of a pool
 * @param via the proxy of a known type on the way; null for none, or one that nothing is known of
 */
public record LaneContext(
        LaneId lane,
        Server server,
        String driver,
        boolean tuned,
        Map<String, String> properties,
        int poolSize,
        int poolMinIdle,
        Duration poolTimeout,
        Duration poolLifetime,
        int clients,
        ConnectionBudget budget,
        @Nullable Via via) {}
