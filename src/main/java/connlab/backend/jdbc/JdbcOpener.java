package connlab.backend.jdbc;

import connlab.backend.LaneContext;
import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.Properties;

/** Opens new physical connections with one driver, one login and one set of properties. */
final class JdbcOpener {
    private final JdbcDriver driver;
    private final String url;
    private final Properties properties;
    private final JdbcFailures failures;

    private JdbcOpener(JdbcDriver driver, Server server, Properties properties) {
        this.driver = driver;
        this.url = driver.url(server);
        this.properties = properties;
        this.failures = new JdbcFailures(driver, server.address());
    }

    /** For a lane: tuned unless the lane says otherwise, and the user's own properties on top. */
    static JdbcOpener forLane(JdbcDriver driver, LaneContext lane) {
        Properties properties = driver.login(lane.server());
        if (lane.tuned()) {
            properties.putAll(driver.tuned(lane));
        }
        properties.putAll(lane.properties());
        return new JdbcOpener(driver, lane.server(), properties);
    }

    /** For a probe or the set-up of a table: the login and nothing else. */
    static JdbcOpener plain(JdbcDriver driver, Server server) {
        return new JdbcOpener(driver, server, driver.login(server));
    }

    Connection open() throws TrialFailure {
        try {
            Connection connection = driver.driver().connect(url, properties);
            if (connection == null) {
                throw new IllegalStateException(driver.name() + " does not know its own URL");
            }
            return connection;
        } catch (SQLException e) {
            throw failures.classify(e);
        }
    }

    JdbcSession session(Connection connection) throws TrialFailure {
        try {
            OptionalLong id = driver.sessionId(connection);
            return new JdbcSession(connection, id, failures);
        } catch (SQLException e) {
            throw new TrialFailure(
                    FailureClass.SERVER_GONE, "the connection was closed as it was opened", e);
        }
    }

    JdbcFailures failures() {
        return failures;
    }
}
