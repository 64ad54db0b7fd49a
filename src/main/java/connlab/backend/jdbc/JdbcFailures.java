package connlab.backend.jdbc;

import connlab.backend.NetworkFailures;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import java.sql.SQLException;
import java.util.Optional;

/**
 * Tells failure classes apart by the driver's own errors first, and what the network did second.
 */
final class JdbcFailures {
    private final JdbcDriver driver;
    private final String address;

    JdbcFailures(JdbcDriver driver, String address) {
        this.driver = driver;
        this.address = address;
    }

    TrialFailure classify(SQLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof TrialFailure known) {
                return known;
            }
            if (cause instanceof SQLException sql) {
                Optional<FailureClass> kind = driver.classify(sql);
                if (kind.isPresent()) {
                    return failure(kind.get(), sql, e);
                }
            }
        }
        return NetworkFailures.classify(e)
                .map(kind -> failure(kind, NetworkFailures.rootOf(e), e))
                .orElseGet(() -> failure(FailureClass.WRONG_ANSWER, e, e));
    }

    private TrialFailure failure(FailureClass kind, Throwable said, SQLException whole) {
        return new TrialFailure(kind, address + ": " + NetworkFailures.oneLine(said), whole);
    }
}
