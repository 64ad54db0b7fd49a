package connlab.backend.mysql;

import connlab.backend.LaneContext;
import connlab.backend.Server;
import connlab.backend.jdbc.JdbcDriver;
import connlab.trial.FailureClass;
import connlab.wire.Tap;

import org.mariadb.jdbc.Driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/** MariaDB Connector/J, which speaks to MySQL too. */
final class MariaDbDriver implements JdbcDriver {
    private final Driver driver = new Driver();

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public Driver driver() {
        return driver;
    }

    @Override
    public String url(Server server) {
        return "jdbc:mariadb://" + server.address() + "/" + server.database();
    }

    @Override
    public Properties login(Server server) {
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", server.password());
        properties.setProperty("connectTimeout", Long.toString(server.connectTimeout().toMillis()));
        properties.setProperty("socketTimeout", Long.toString(server.readTimeout().toMillis()));
        if (server.loopback()) {
            properties.putAll(tls(false));
            // As for Connector/J: without TLS a cold caching_sha2_password needs the server's key.
            properties.setProperty("allowPublicKeyRetrieval", "true");
        }
        return properties;
    }

    /** Saves nothing: its one statement of its own, a SET, has no switch. It names the lane. */
    @Override
    public Properties tuned(LaneContext lane) {
        Properties properties = new Properties();
        properties.setProperty(
                "connectionAttributes", "program_name:connlab/" + lane.lane().name());
        return properties;
    }

    @Override
    public Map<String, String> tls(boolean on) {
        return Map.of("sslMode", on ? "trust" : "disable");
    }

    @Override
    public Map<String, String> tapped() {
        return Map.of("socketFactory", Tap.class.getName());
    }

    @Override
    public OptionalLong sessionId(Connection connection) throws SQLException {
        return OptionalLong.of(connection.unwrap(org.mariadb.jdbc.Connection.class).getThreadId());
    }

    @Override
    public Optional<FailureClass> classify(SQLException e) {
        return MysqlErrors.classify(e);
    }
}
