package connlab.backend.postgres;

import connlab.backend.Inquiry;
import connlab.backend.ProxySample;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.backend.jdbc.KeptConnection;
import connlab.trial.TrialFailure;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Reads {@code SHOW POOLS} and {@code SHOW STATS} on PgBouncer's console, the database {@code
 * pgbouncer}; the login has to be one of {@code stats_users} or {@code admin_users}. All pools are
 * added up but the console's own, and so the probe leaves itself out.
 */
final class PgBouncerProbe implements Inquiry<ProxySample> {
    private static final String CONSOLE = "pgbouncer";
    private static final List<String> SERVERS =
            List.of("sv_active", "sv_idle", "sv_used", "sv_tested", "sv_login");
    private static final List<String> SETTINGS =
            List.of("pool_mode", "default_pool_size", "max_client_conn", "query_wait_timeout");

    /**
     * The console understands simple queries only, and allows no SET to a mere reader. To a server
     * below version 12, which it looks like, pgjdbc sends one after the login, unless the
     * connection is for replication; with a minimal version below 9.4 it does not tell the server
     * that.
     */
    private static final Map<String, String> PROPERTIES =
            Map.of(
                    "preferQueryMode", "simple",
                    "assumeMinServerVersion", "9.0",
                    "replication", "database",
                    "ApplicationName", "connlab/probe",
                    "gssEncMode", "disable");

    private final KeptConnection console;
    private final LongSupplier nanoClock;

    PgBouncerProbe(Server proxy, LongSupplier nanoClock) {
        this.console = new KeptConnection(new PgJdbc(), proxy.database(CONSOLE), PROPERTIES);
        this.nanoClock = nanoClock;
    }

    @Override
    public void connect() throws TrialFailure {
        console.open();
    }

    @Override
    public ServerInfo describe() throws TrialFailure {
        return console.ask(PgBouncerProbe::describe);
    }

    private static ServerInfo describe(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return new ServerInfo("PgBouncer", version(statement), settings(statement));
        }
    }

    private static Map<String, String> settings(Statement statement) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery("SHOW CONFIG")) {
            while (rows.next()) {
                if (SETTINGS.contains(rows.getString("key"))) {
                    settings.put(rows.getString("key"), rows.getString("value"));
                }
            }
        }
        return settings;
    }

    private static String version(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SHOW VERSION")) {
            return rows.next() ? rows.getString(1).replace("PgBouncer ", "") : "";
        }
    }

    @Override
    public ProxySample sample() throws TrialFailure {
        long asked = nanoClock.getAsLong();
        Pools pools = console.ask(PgBouncerProbe::pools);
        double transactions = console.ask(PgBouncerProbe::transactions);
        return new ProxySample(
                asked,
                nanoClock.getAsLong(),
                pools.active,
                pools.waiting,
                pools.servers,
                pools.longestWait,
                transactions);
    }

    private record Pools(double active, double waiting, double servers, double longestWait) {
        Pools plus(ResultSet row) throws SQLException {
            double open = servers;
            for (String state : SERVERS) {
                open += row.getDouble(state);
            }
            return new Pools(
                    active + row.getDouble("cl_active"),
                    waiting + row.getDouble("cl_waiting"),
                    open,
                    Math.max(
                            longestWait,
                            row.getDouble("maxwait") + row.getDouble("maxwait_us") / 1e6));
        }
    }

    private static Pools pools(Connection connection) throws SQLException {
        Pools pools = new Pools(0, 0, 0, 0);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW POOLS")) {
            while (rows.next()) {
                pools = rows.getString("database").equals(CONSOLE) ? pools : pools.plus(rows);
            }
        }
        return pools;
    }

    private static double transactions(Connection connection) throws SQLException {
        double transactions = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW STATS")) {
            while (rows.next()) {
                if (!rows.getString("database").equals(CONSOLE)) {
                    transactions += rows.getDouble("total_xact_count");
                }
            }
        }
        return transactions;
    }

    @Override
    public void close() {
        console.close();
    }
}
