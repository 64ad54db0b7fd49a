package connlab.backend.postgres;

import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.backend.jdbc.JdbcDriver;
import connlab.backend.jdbc.JdbcProbe;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Reads {@code pg_stat_database}, which any role may.
 *
 * <p>{@code numbackends} is the open sessions (an unprivileged role sees no {@code backend_type} in
 * {@code pg_stat_activity}); {@code sessions}, since PostgreSQL 14, counts the established ones and
 * never a refused or failed login. No counter says how many were refused. The limit is {@code
 * max_connections} without what is reserved for superusers.
 */
final class PostgresProbe extends JdbcProbe {
    private static final int FIRST_WITH_SESSIONS = 14;
    private static final int FIRST_WITH_RESERVED = 16;

    private String question = "";

    PostgresProbe(JdbcDriver driver, Server server, LongSupplier nanoClock, InstantSource clock) {
        super(driver, server, nanoClock, clock);
    }

    @Override
    protected ServerInfo describe(Connection connection) throws SQLException {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        question = question(major);
        Map<String, String> facts = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT name, setting FROM pg_settings WHERE name IN"
                                        + " ('max_connections', 'ssl', 'password_encryption',"
                                        + " 'idle_session_timeout',"
                                        + " 'superuser_reserved_connections', 'server_version')")) {
            while (rows.next()) {
                facts.put(rows.getString(1), rows.getString(2));
            }
        }
        String version = String.valueOf(facts.remove("server_version"));
        return new ServerInfo("PostgreSQL", version.split(" ", 2)[0], facts);
    }

    private static String question(int major) {
        boolean sessions = major >= FIRST_WITH_SESSIONS;
        String reserved =
                major >= FIRST_WITH_RESERVED
                        ? " - current_setting('reserved_connections')::int"
                        : "";
        return "SELECT sum(numbackends), "
                + (sessions ? "sum(sessions)" : "NULL")
                + ", current_setting('max_connections')::int"
                + " - current_setting('superuser_reserved_connections')::int"
                + reserved
                + ", "
                + (sessions ? "sum(sessions_abandoned + sessions_fatal + sessions_killed)" : "NULL")
                + ", (extract(epoch FROM pg_postmaster_start_time()) * 1000)::bigint"
                + " FROM pg_stat_database";
    }

    @Override
    protected Counts count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return new Counts(
                    number(row, 1),
                    number(row, 2),
                    number(row, 3),
                    Double.NaN,
                    number(row, 4),
                    Double.NaN,
                    row.getLong(5));
        }
    }

    @Override
    protected boolean sameStart(long one, long other) {
        return one == other;
    }

    private static double number(ResultSet row, int column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? Double.NaN : value;
    }
}
