package connlab.backend.jdbc;

import connlab.backend.Entrance;
import connlab.backend.LaneContext;
import connlab.backend.Server;
import connlab.backend.Way;
import connlab.trial.FailureClass;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Map;
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

    /** What makes it insist on TLS, the server's certificate unchecked, or do without. */
    Map<String, String> tls(boolean on);

    /** What has its sockets made by {@link connlab.wire.Tap}. */
    Map<String, String> tapped();

    /** A row of the price list. */
    default Way way(Entrance entrance, boolean tuned, boolean tls) {
        return new Way(entrance, name(), tuned, tls, false, "", tls(tls), tapped(), "");
    }

    /** The server's id of the session, as the driver learned it at login. */
    OptionalLong sessionId(Connection connection) throws SQLException;

    /** What only this driver or server can tell from an error of its own. */
    Optional<FailureClass> classify(SQLException e);
}
