package connlab.backend.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;

import connlab.backend.ConnectionBudget;
import connlab.backend.Connector;
import connlab.backend.LaneContext;
import connlab.backend.Session;
import connlab.trial.FailureClass;
import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * A HikariCP pool of fixed size, filled from the start; or, where the lane wants fewer idle
 * connections than that, one that starts with these and grows when it is asked.
 *
 * <p>Borrowing does not ask the server: HikariCP hands out a connection unchecked that was in use
 * less than half a second ago. {@link #serverLost} therefore empties the pool as soon as the probe
 * misses the server, so that a borrowed connection never stands for a dead server for long.
 */
final class JdbcPool implements Connector<SqlTask> {
    /** After so long an idle connection may be closed; HikariCP looks every 30 seconds. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final JdbcOpener opener;
    private final PoolSource source;
    private final HikariDataSource pool;
    private final String name;
    private final ConnectionBudget budget;
    private final IntSupplier counted = this::held;

    JdbcPool(JdbcOpener opener, LaneContext lane, MetricsTrackerFactory metrics) {
        this.opener = opener;
        this.name = lane.lane().name();
        this.source = new PoolSource(opener, lane.budget());
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(source);
        config.setMaximumPoolSize(lane.poolSize());
        if (lane.poolMinIdle() < lane.poolSize()) {
            config.setMinimumIdle(lane.poolMinIdle());
            config.setIdleTimeout(QUIET.toMillis());
        }
        config.setMaxLifetime(lane.poolLifetime().toMillis());
        config.setConnectionTimeout(lane.poolTimeout().toMillis());
        config.setValidationTimeout(
                Math.min(lane.server().readTimeout().toMillis(), lane.poolTimeout().toMillis()));
        // The service starts before its servers do.
        config.setInitializationFailTimeout(-1);
        config.setMetricsTrackerFactory(metrics);
        this.pool = new HikariDataSource(config);
        this.budget = lane.budget();
        budget.watch(counted);
    }

    @Override
    public Session<SqlTask> open(PhaseTimer timer) throws TrialFailure {
        timer.enter(Phase.CONNECT);
        Connection connection;
        try {
            connection = pool.getConnection();
        } catch (SQLTransientConnectionException e) {
            throw unavailable(e);
        } catch (SQLException e) {
            throw opener.failures().classify(e);
        }
        return opener.session(connection);
    }

    /** A pool that holds nothing because it can't connect says why; any other is exhausted. */
    private TrialFailure unavailable(SQLTransientConnectionException e) {
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        int total = state.getTotalConnections();
        TrialFailure cause = source.lastFailure();
        if (total == 0 && cause != null) {
            return new TrialFailure(
                    cause.kind(),
                    "pool " + name + " is empty and can't connect: " + cause.detail(),
                    cause.facts(),
                    e);
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("active", state.getActiveConnections());
        facts.put("idle", state.getIdleConnections());
        facts.put("waiting", state.getThreadsAwaitingConnection());
        return new TrialFailure(
                FailureClass.POOL_EXHAUSTED,
                "no connection of pool %s came free within %d ms (size %d)"
                        .formatted(name, pool.getConnectionTimeout(), pool.getMaximumPoolSize()),
                facts,
                e);
    }

    @Override
    public int held() {
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        return state == null ? 0 : state.getTotalConnections();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "pool-size", Integer.toString(pool.getMaximumPoolSize()),
                "pool-min-idle", Integer.toString(pool.getMinimumIdle()),
                "pool-lifetime-seconds", Long.toString(pool.getMaxLifetime() / 1000),
                "pool-keepalive-seconds", Long.toString(pool.getKeepaliveTime() / 1000));
    }

    @Override
    public void serverLost() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    @Override
    public void close() {
        source.close();
        pool.close();
        budget.forget(counted);
    }
}
