package connlab.backend.jdbc;

import connlab.backend.NetworkFailures;
import connlab.backend.ProxyType.By;
import connlab.backend.Via;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * Tells failure classes apart: by what a proxy on the way is known to say, then by the driver's own
 * errors, and last by what the network did.
 */
final class JdbcFailures {
    private final JdbcDriver driver;
    private final String address;
    private final @Nullable Via via;

    JdbcFailures(JdbcDriver driver, String address, @Nullable Via via) {
        this.driver = driver;
        this.address = address;
        this.via = via;
    }

    TrialFailure classify(SQLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof TrialFailure known) {
                return known;
            }
            if (cause instanceof SQLException sql) {
                Optional<TrialFailure> told = told(sql, e);
                if (told.isPresent()) {
                    return told.get();
                }
            }
        }
        return NetworkFailures.classify(e)
                .map(kind -> failure(kind, NetworkFailures.rootOf(e), whose(kind), e))
                .orElseGet(() -> failure(FailureClass.WRONG_ANSWER, e, Map.of(), e));
    }

    /** What the proxy's or the driver's own words tell; empty if nothing. */
    private Optional<TrialFailure> told(SQLException sql, SQLException whole) {
        Via through = via;
        if (through == null) {
            return driver.classify(sql).map(kind -> failure(kind, sql, Map.of(), whole));
        }
        Optional<TrialFailure> explained = through.explain(detail(sql), whole);
        return explained.isPresent()
                ? explained
                : driver.classify(sql)
                        .map(kind -> failure(kind, sql, through.refusedBy(By.SERVER), whole));
    }

    /** A refused connect is the proxy's doing; who let a connection break is not known. */
    private Map<String, Object> whose(FailureClass kind) {
        Via through = via;
        return through != null && kind == FailureClass.CONNECT_REFUSED
                ? through.refusedBy(By.PROXY)
                : Map.of();
    }

    private TrialFailure failure(
            FailureClass kind, Throwable said, Map<String, Object> facts, SQLException whole) {
        return new TrialFailure(kind, detail(said), facts, whole);
    }

    private String detail(Throwable said) {
        return address + ": " + NetworkFailures.oneLine(said);
    }
}
