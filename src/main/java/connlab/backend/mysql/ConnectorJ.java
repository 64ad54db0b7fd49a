package connlab.backend.mysql;

import com.mysql.cj.conf.PropertyDefinitions;
import com.mysql.cj.jdbc.Driver;
import com.mysql.cj.jdbc.JdbcConnection;

import connlab.backend.LaneContext;
import connlab.backend.Server;
import connlab.backend.jdbc.JdbcDriver;
import connlab.trial.FailureClass;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/** MySQL Connector/J. */
final class ConnectorJ implements JdbcDriver {
    private final Driver driver;

    ConnectorJ() {
        // Its clean-up thread keeps a phantom reference to every connection: a cost per connect,
        // for callers that forget to close, which trials never do.
        System.setProperty(PropertyDefinitions.SYSP_disableAbandonedConnectionCleanup, "true");
        try {
            driver = new Driver();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String name() {
        return "mysql-connector-j";
    }

    @Override
    public Driver driver() {
        return driver;
    }

    @Override
    public String url(Server server) {
        return "jdbc:mysql://" + server.address() + "/" + server.database();
    }

    @Override
    public Properties login(Server server) {
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", server.password());
        properties.setProperty("connectTimeout", millis(server.connectTimeout().toMillis()));
        properties.setProperty("socketTimeout", millis(server.readTimeout().toMillis()));
        if (server.loopback()) {
            properties.putAll(tls(false));
            // Without TLS a cold caching_sha2_password login sends the password encrypted with the
            // server's RSA key, which the driver must be allowed to ask for.
            properties.setProperty("allowPublicKeyRetrieval", "true");
        }
        return properties;
    }

    /** Each of these saves statements or round trips at connect; none leaves a login step out. */
    @Override
    public Properties tuned(LaneContext lane) {
        Properties properties = new Properties();
        // The answer to "SELECT @@..." is kept per URL instead of asked for each time.
        properties.setProperty("cacheServerConfiguration", "true");
        // Trusts the driver's own view of autocommit instead of setting it again.
        properties.setProperty("useLocalSessionState", "true");
        // Is what the login announces already, so that no SET is sent after it.
        properties.setProperty("characterSetResults", "UTF-8");
        // Fewer bytes than the default set of attributes, in the login packet itself.
        properties.setProperty(
                "connectionAttributes", "program_name:connlab/" + lane.lane().name());
        return properties;
    }

    @Override
    public Map<String, String> tls(boolean on) {
        return Map.of("sslMode", on ? "REQUIRED" : "DISABLED");
    }

    @Override
    public Map<String, String> tapped() {
        return Map.of("socketFactory", TappedConnectorJ.class.getName());
    }

    @Override
    public OptionalLong sessionId(Connection connection) throws SQLException {
        return OptionalLong.of(connection.unwrap(JdbcConnection.class).getId());
    }

    @Override
    public Optional<FailureClass> classify(SQLException e) {
        return MysqlErrors.classify(e);
    }

    private static String millis(long millis) {
        return Long.toString(millis);
    }
}
