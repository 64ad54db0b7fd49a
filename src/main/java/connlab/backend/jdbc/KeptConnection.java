package connlab.backend.jdbc;

import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** One JDBC connection that is kept open for asking. */
public final class KeptConnection implements AutoCloseable {
    private final JdbcOpener opener;
    private @Nullable Connection connection;

    /**
     * For a server that is connected to later.
     *
     * @param properties driver properties beside the login's
     */
    public KeptConnection(JdbcDriver driver, Server server, Map<String, String> properties) {
        this.opener = JdbcOpener.plain(driver, server, properties);
    }

    /** Something that can be asked of a connection. */
    @FunctionalInterface
    public interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    /** Connects, anew if it was connected. */
    public void open() throws TrialFailure {
        close();
        connection = opener.open();
    }

    /** Asks over the connection; never opens another one. */
    public <T> T ask(Question<T> question) throws TrialFailure {
        Connection kept = connection;
        if (kept == null) {
            throw new TrialFailure(FailureClass.SERVER_GONE, "the probe is not connected", null);
        }
        try {
            return question.ask(kept);
        } catch (SQLException e) {
            throw opener.failures().classify(e);
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException _) {
                // It is given up in any case.
            }
            connection = null;
        }
    }
}
