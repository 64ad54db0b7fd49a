package connlab.backend.mysql;

import connlab.backend.Entrance;
import connlab.backend.LaneContext;
import connlab.backend.Way;
import connlab.backend.jdbc.JdbcDesk;
import connlab.backend.jdbc.JdbcDriver;
import connlab.trial.TrialFailure;
import connlab.wire.WireProtocol;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The price list of MySQL or MariaDB: three drivers' ways, without and with TLS. */
final class MysqlDesk extends JdbcDesk {
    private static final String NOT_ASKED =
            "ask for it with cold=true: it empties the server's password cache before each connect,"
                    + " which its other clients feel";
    private static final String NO_CACHE =
            "MariaDB keeps no cache of logins: each is checked in full";

    private final List<Entrance> entrances;
    private final boolean caches;
    private final boolean cold;
    private final Opener opener;
    private final JdbcDriver connectorJ = new ConnectorJ();
    private final JdbcDriver mariaDb = new MariaDbDriver();

    /** Opens a lane's connection. */
    @FunctionalInterface
    interface Opener {
        Connection open(LaneContext lane) throws TrialFailure;
    }

    /**
     * @param caches whether the server is a MySQL, whose caching_sha2_password asks less of a login
     *     that it remembers
     */
    MysqlDesk(List<Entrance> entrances, boolean caches, boolean cold, Opener opener)
            throws TrialFailure {
        super(new ConnectorJ(), entrances.getFirst().server());
        this.entrances = entrances;
        this.caches = caches;
        this.cold = cold;
        this.opener = opener;
    }

    @Override
    public List<Way> ways() {
        String warm = caches ? "cached" : "";
        List<Way> ways = new ArrayList<>();
        for (Entrance entrance : entrances) {
            for (boolean tls : List.of(false, true)) {
                ways.add(connectorJ.way(entrance, false, tls).as(warm));
                ways.add(connectorJ.way(entrance, true, tls).as(warm));
                ways.add(mariaDb.way(entrance, false, tls).as(warm));
            }
        }
        ways.addAll(cold());
        return ways;
    }

    private List<Way> cold() {
        Entrance own = entrances.getFirst();
        Way plain = connectorJ.way(own, true, false).chilled();
        if (!caches) {
            return List.of(plain.without(NO_CACHE));
        }
        List<Way> ways =
                List.of(
                        plain,
                        connectorJ.way(own, true, true).chilled(),
                        mariaDb.way(own, false, false).chilled(),
                        mariaDb.way(own, false, true).chilled());
        return cold ? ways : ways.stream().map(way -> way.without(NOT_ASKED)).toList();
    }

    @Override
    public Optional<WireProtocol> protocol() {
        return Optional.of(new MysqlWire());
    }

    @Override
    public void forgetLogins() throws TrialFailure {
        execute(List.of("FLUSH PRIVILEGES"));
    }

    /** {@code Questions} of the session itself, without the one that asks for it. */
    @Override
    public OptionalInt statements(LaneContext lane) throws TrialFailure {
        try (Connection connection = opener.open(lane);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW SESSION STATUS LIKE 'Questions'")) {
            return row.next() ? OptionalInt.of(row.getInt(2) - 1) : OptionalInt.empty();
        } catch (SQLException e) {
            throw failure(e);
        }
    }
}
