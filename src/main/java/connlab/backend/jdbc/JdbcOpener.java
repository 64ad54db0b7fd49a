package connlab.backend.jdbc;

import connlab.backend.LaneContext;
import connlab.backend.Server;
import connlab.backend.Via;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Opens new physical connections with one driver, one login and one set of properties. */
final class JdbcOpener {
    private static final Pattern SECRET =
            Pattern.compile(
                    "user|password|secret|key(?!Retrieval)|token", Pattern.CASE_INSENSITIVE);

    private final JdbcDriver driver;
    private final String url;
    private final Properties properties;
    private final JdbcFailures failures;
    private final boolean knowsSession;

    private JdbcOpener(JdbcDriver driver, Server server, Properties properties, @Nullable Via via) {
        this.driver = driver;
        this.url = driver.url(server);
        this.properties = properties;
        this.failures = new JdbcFailures(driver, server.address(), via);
        // A pooling proxy makes up an id for each of its clients.
        this.knowsSession = via == null;
    }

    /** For a lane: tuned unless the lane says otherwise, and the user's own properties on top. */
    static JdbcOpener forLane(JdbcDriver driver, LaneContext lane) {
        Properties properties = driver.login(lane.server());
        if (lane.tuned()) {
            properties.putAll(driver.tuned(lane));
        }
        if (lane.via() != null) {
            properties.putAll(lane.via().proxy().clientProperties());
        }
        properties.putAll(lane.properties());
        return new JdbcOpener(driver, lane.server(), properties, lane.via());
    }

    /** For a probe or the set-up of a table: the login, these properties and nothing else. */
    static JdbcOpener plain(JdbcDriver driver, Server server, Map<String, String> more) {
        Properties properties = driver.login(server);
        properties.putAll(more);
        return new JdbcOpener(driver, server, properties, null);
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
            OptionalLong id = knowsSession ? driver.sessionId(connection) : OptionalLong.empty();
            return new JdbcSession(connection, id, failures);
        } catch (SQLException e) {
            throw new TrialFailure(
                    FailureClass.SERVER_GONE, "the connection was closed as it was opened", e);
        }
    }

    /** The driver's version and all properties but secret ones. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("version", version());
        new TreeSet<>(properties.stringPropertyNames())
                .stream()
                        .filter(name -> !SECRET.matcher(name).find())
                        .forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }

    private String version() {
        String full = driver.driver().getClass().getPackage().getImplementationVersion();
        return full == null
                ? driver.driver().getMajorVersion() + "." + driver.driver().getMinorVersion()
                : full;
    }

    JdbcFailures failures() {
        return failures;
    }
}
