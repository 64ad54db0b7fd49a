package connlab.backend.jdbc;

import connlab.backend.ConnectionBudget;
import connlab.backend.RetryPace;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.logging.Logger;

import javax.sql.DataSource;

/**
 * Where a pool gets its physical connections.
 *
 * <p>While the server can't be reached it keeps trying at a pace of its own and does not return:
 * HikariCP's own back-off grows to five seconds and would keep a pool empty for as long after the
 * server is back.
 */
final class PoolSource implements DataSource, AutoCloseable {
    private static final Duration PACE = Duration.ofMillis(250);

    private final JdbcOpener opener;
    private final ConnectionBudget budget;
    private volatile @Nullable TrialFailure lastFailure;
    private volatile boolean closed;

    PoolSource(JdbcOpener opener, ConnectionBudget budget) {
        this.opener = opener;
        this.budget = budget;
    }

    /** Why the newest attempt failed, or null if it succeeded. */
    @Nullable TrialFailure lastFailure() {
        return lastFailure;
    }

    @Override
    public Connection getConnection() throws SQLException {
        RetryPace pace = new RetryPace(PACE);
        while (!closed) {
            try {
                budget.reserve();
                try {
                    Connection connection = opener.open();
                    lastFailure = null;
                    return connection;
                } finally {
                    budget.release();
                }
            } catch (TrialFailure e) {
                lastFailure = e;
                pause(pace.after(e.kind()));
            }
        }
        throw new SQLException("the pool is closed", "08003");
    }

    private static void pause(Duration length) throws SQLException {
        try {
            Thread.sleep(length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while waiting for the server", "08003", e);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the lane has one login");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
