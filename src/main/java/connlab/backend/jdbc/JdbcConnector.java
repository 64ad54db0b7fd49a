package connlab.backend.jdbc;

import connlab.backend.Connector;
import connlab.backend.Session;
import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

/** Opens a physical connection for each trial. */
final class JdbcConnector implements Connector<SqlTask> {
    private final JdbcOpener opener;

    JdbcConnector(JdbcOpener opener) {
        this.opener = opener;
    }

    @Override
    public Session<SqlTask> open(PhaseTimer timer) throws TrialFailure {
        timer.enter(Phase.CONNECT);
        return opener.session(opener.open());
    }

    @Override
    public void close() {}
}
