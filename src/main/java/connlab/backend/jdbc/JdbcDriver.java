package connlab.backend.jdbc;

import connlab.backend.LaneContext;
import connlab.backend.Server;
import connlab.trial.FailureClass;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/** A JDBC driver, and what connlab knows about it. A further driver is one class. */
public interface JdbcDriver {
    /**
     * The name in {@code connlab.lanes.<name>.driver}, the artifact's: {@code mysql-connector-j}.
     */
    String name();

    Driver driver();

    String url(Server server);

    /** What any connection needs: login, timeouts, and the safe or relaxed choice of TLS. */
    Properties login(Server server);

    /** What makes connecting cheap without leaving anything out that a session needs. */
    Properties tuned(LaneContext lane);

    /** The server's id of the session, as the driver learned it at login. */
    OptionalLong sessionId(Connection connection) throws SQLException;

    /** What only this driver or server can tell from an error of its own. */
    Optional<FailureClass> classify(SQLException e);
}
