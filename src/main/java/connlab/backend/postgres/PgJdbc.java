package connlab.backend.postgres;

import connlab.backend.LaneContext;
import connlab.backend.Server;
import connlab.backend.jdbc.JdbcDriver;
import connlab.trial.FailureClass;
import connlab.wire.Tap;

import org.postgresql.Driver;
import org.postgresql.PGConnection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/** The PostgreSQL JDBC driver, pgjdbc. */
final class PgJdbc implements JdbcDriver {
    private final Driver driver = new Driver();

    @Override
    public String name() {
        return "pgjdbc";
    }

    @Override
    public Driver driver() {
        return driver;
    }

    @Override
    public String url(Server server) {
        return "jdbc:postgresql://" + server.address() + "/" + server.database();
    }

    @Override
    public Properties login(Server server) {
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", server.password());
        properties.setProperty("connectTimeout", seconds(server.connectTimeout()));
        properties.setProperty("socketTimeout", seconds(server.readTimeout()));
        if (server.loopback()) {
            properties.putAll(tls(false));
        }
        return properties;
    }

    @Override
    public Properties tuned(LaneContext lane) {
        Properties properties = new Properties();
        // Lets the login packet carry what would be a SET and a round trip after it.
        properties.setProperty("assumeMinServerVersion", "9.4");
        properties.setProperty("ApplicationName", "connlab/" + lane.lane().name());
        // Does not ask for GSS encryption first.
        properties.setProperty("gssEncMode", "disable");
        return properties;
    }

    @Override
    public Map<String, String> tls(boolean on) {
        return Map.of("sslmode", on ? "require" : "disable");
    }

    @Override
    public Map<String, String> tapped() {
        return Map.of("socketFactory", Tap.class.getName());
    }

    @Override
    public OptionalLong sessionId(Connection connection) throws SQLException {
        return OptionalLong.of(connection.unwrap(PGConnection.class).getBackendPID());
    }

    /** By SQLSTATE, from appendix A of the PostgreSQL manual. */
    @Override
    public Optional<FailureClass> classify(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return Optional.ofNullable(
                switch (state) {
                    case "53300" -> FailureClass.TOO_MANY_CONNECTIONS;
                    case "28P01", "28000" -> FailureClass.AUTH_FAILED;
                    // cannot_connect_now: it starts up, shuts down or recovers.
                    case "57P03" -> FailureClass.CONNECT_REFUSED;
                    // admin_shutdown, crash_shutdown, database_dropped, idle_session_timeout
                    case "57P01", "57P02", "57P04", "57P05" -> FailureClass.SERVER_GONE;
                    default -> null;
                });
    }

    /** The driver takes whole seconds, and 0 as "for ever". */
    private static String seconds(Duration timeout) {
        return Long.toString(Math.max(1, (timeout.toMillis() + 999) / 1000));
    }
}
