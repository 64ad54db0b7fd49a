package connlab.backend.jdbc;

import com.zaxxer.hikari.metrics.MetricsTrackerFactory;

import connlab.backend.Backend;
import connlab.backend.Connector;
import connlab.backend.LaneContext;
import connlab.backend.Parameters;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.trial.TrialFailure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What MySQL and PostgreSQL share: a trial is a JDBC connection and perhaps one query. */
public abstract class JdbcBackend implements Backend<SqlTask> {
    private static final List<String> TABLE =
            List.of(
                    "CREATE TABLE IF NOT EXISTS table1 (id INT PRIMARY KEY, name VARCHAR(64))",
                    "INSERT INTO table1 SELECT 1, 'one' WHERE NOT EXISTS"
                            + " (SELECT * FROM table1 WHERE id = 1)");

    private final List<JdbcDriver> drivers;
    private final MetricsTrackerFactory poolMetrics;

    /**
     * @param drivers the default first
     */
    protected JdbcBackend(List<JdbcDriver> drivers, MetricsTrackerFactory poolMetrics) {
        this.drivers = List.copyOf(drivers);
        this.poolMetrics = poolMetrics;
    }

    @Override
    public final Kind kind() {
        return Kind.SQL;
    }

    @Override
    public final List<String> drivers() {
        return drivers.stream().map(JdbcDriver::name).toList();
    }

    @Override
    public final SqlTask task(Parameters parameters, ServerInfo server) {
        parameters.allowOnly(Set.of("query"));
        return new SqlTask(parameters.flag("query"));
    }

    @Override
    public final Map<String, String> client(LaneContext lane) {
        return opener(lane).settings();
    }

    @Override
    public final Connector<SqlTask> connector(LaneContext lane) {
        return new JdbcConnector(opener(lane));
    }

    @Override
    public final Connector<SqlTask> pool(LaneContext lane) {
        return new JdbcPool(opener(lane), lane, poolMetrics);
    }

    @Override
    public final void createTable(Server server) throws TrialFailure {
        JdbcOpener opener = JdbcOpener.plain(drivers.getFirst(), server);
        try (Connection connection = opener.open();
                Statement statement = connection.createStatement()) {
            for (String sql : TABLE) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw opener.failures().classify(e);
        }
    }

    /** A connection as a lane's are. */
    protected final Connection connect(LaneContext lane) throws TrialFailure {
        return opener(lane).open();
    }

    private JdbcOpener opener(LaneContext lane) {
        JdbcDriver driver =
                drivers.stream()
                        .filter(d -> d.name().equals(lane.driver()))
                        .findFirst()
                        .orElseThrow();
        return JdbcOpener.forLane(driver, lane);
    }
}
