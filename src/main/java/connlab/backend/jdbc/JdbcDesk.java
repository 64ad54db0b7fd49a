package connlab.backend.jdbc;

import connlab.backend.PriceDesk;
import connlab.backend.Server;
import connlab.trial.TrialFailure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A price desk with a kept connection of its own to the server. */
public abstract class JdbcDesk implements PriceDesk {
    private final JdbcOpener opener;
    private final Connection connection;

    protected JdbcDesk(JdbcDriver driver, Server server) throws TrialFailure {
        opener = JdbcOpener.plain(driver, server);
        connection = opener.open();
    }

    protected final void execute(List<String> statements) throws TrialFailure {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    protected final TrialFailure failure(SQLException e) {
        return opener.failures().classify(e);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException _) {
            // The server has ended it.
        }
    }
}
