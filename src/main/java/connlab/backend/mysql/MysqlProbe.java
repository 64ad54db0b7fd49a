package connlab.backend.mysql;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code SHOW GLOBAL STATUS}, which any login may.
 *
 * <p>{@code Threads_connected} is the open sessions; {@code Connections} counts every attempt, so
 * on both products refused and failed logins are in {@code opened} too. {@code
 * Connection_errors_max_connections} is the refused ones; MariaDB has been seen not to count them.
 */
final class MysqlProbe extends JdbcProbe {
    private static final String STATUS =
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Threads_connected', 'Connections',"
                    + " 'Connection_errors_max_connections', 'Aborted_connects', 'Aborted_clients',"
                    + " 'Max_used_connections', 'Uptime')";
    private static final String SETTINGS =
            "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('version', 'version_comment',"
                    + " 'max_connections', 'wait_timeout', 'thread_cache_size', 'back_log',"
                    + " 'have_ssl', 'default_authentication_plugin', 'authentication_policy')";
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    /** {@code Uptime} has whole seconds. */
    private static final long START_JITTER_SECONDS = 2;

    private final InstantSource clock;

    MysqlProbe(JdbcDriver driver, Server server, LongSupplier nanoClock, InstantSource clock) {
        super(driver, server, nanoClock, clock);
        this.clock = clock;
    }

    @Override
    protected ServerInfo describe(Connection connection) throws SQLException {
        Map<String, String> settings = ask(connection, SETTINGS);
        String version = settings.getOrDefault("version", "");
        String comment = settings.getOrDefault("version_comment", "");
        Matcher number = VERSION.matcher(version);
        boolean mariadb = version.contains("MariaDB") || comment.contains("mariadb");
        settings.remove("version");
        settings.remove("version_comment");
        return new ServerInfo(
                mariadb ? "MariaDB" : "MySQL", number.find() ? number.group() : version, settings);
    }

    @Override
    protected Counts count(Connection connection) throws SQLException {
        Map<String, String> status = ask(connection, STATUS);
        return new Counts(
                number(status, "Threads_connected"),
                number(status, "Connections"),
                limit(connection),
                number(status, "Connection_errors_max_connections"),
                number(status, "Aborted_connects") + number(status, "Aborted_clients"),
                number(status, "Max_used_connections"),
                clock.instant().getEpochSecond() - (long) number(status, "Uptime"));
    }

    @Override
    protected boolean sameStart(long one, long other) {
        return Math.abs(one - other) <= START_JITTER_SECONDS;
    }

    private static double limit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.max_connections")) {
            return row.next() ? row.getDouble(1) : Double.NaN;
        }
    }

    private static double number(Map<String, String> status, String name) {
        String value = status.get(name);
        return value == null ? Double.NaN : Double.parseDouble(value);
    }

    private static Map<String, String> ask(Connection connection, String sql) throws SQLException {
        Map<String, String> answer = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                answer.put(rows.getString(1), rows.getString(2));
            }
        }
        return answer;
    }
}
