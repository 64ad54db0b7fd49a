package connlab.backend.jdbc;

import connlab.backend.Session;
import connlab.trial.FailureClass;
import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/** A JDBC connection; closing it closes the connection, or returns it to its pool. */
final class JdbcSession implements Session<SqlTask> {
    private static final String QUERY = "SELECT * FROM table1 WHERE id = 1";

    private final Connection connection;
    private final OptionalLong id;
    private final JdbcFailures failures;

    JdbcSession(Connection connection, OptionalLong id, JdbcFailures failures) {
        this.connection = connection;
        this.id = id;
        this.failures = failures;
    }

    @Override
    public OptionalLong id() {
        return id;
    }

    @Override
    public void perform(SqlTask task, PhaseTimer timer) throws TrialFailure {
        if (!task.query()) {
            return;
        }
        timer.enter(Phase.QUERY);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            if (!rows.next()) {
                throw wrong("table1 has no row with id 1");
            }
            if (rows.getInt("id") != 1 || rows.next()) {
                throw wrong("table1 answered other rows than the one with id 1");
            }
        } catch (SQLException e) {
            throw failures.classify(e);
        }
    }

    @Override
    public void close() throws TrialFailure {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failures.classify(e);
        }
    }

    private static TrialFailure wrong(String detail) {
        return new TrialFailure(FailureClass.WRONG_ANSWER, QUERY + ": " + detail, null);
    }
}
