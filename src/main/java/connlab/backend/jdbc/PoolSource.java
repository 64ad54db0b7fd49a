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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private final CountDownLatch closed = new CountDownLatch(1);

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
        while (!closed()) {
            try {
                budget.reserve();
                try {
                    Connection connection = opener.open();
                    lastFailure = null;
                    if (closed()) {
                        connection.close();
                        break;
                    }
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

    private boolean closed() {
        return closed.getCount() == 0;
    }

    private void pause(Duration length) throws SQLException {
        try {
            closed.await(length.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while waiting for the server", "08003", e);
        }
    }

    /**
     * To be called before the pool is closed. A connection that is still being opened by then is
     * closed as soon as it is there: HikariCP would forget it.
     */
    @Override
    public void close() {
        closed.countDown();
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

    /** So many seconds HikariCP waits, when it is closed, for a connection under way. */
    @Override
    public int getLoginTimeout() {
        return 1;
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
