package connlab.backend.memcached;

import connlab.backend.Connector;
import connlab.backend.Server;
import connlab.backend.Session;
import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

/** Builds a client for each trial and shuts it down at its end. */
final class CacheConnector implements Connector<CacheTask> {
    private final CacheLibrary library;
    private final Server server;

    CacheConnector(CacheLibrary library, Server server) {
        this.library = library;
        this.server = server;
    }

    @Override
    public Session<CacheTask> open(PhaseTimer timer) throws TrialFailure {
        timer.enter(Phase.INIT);
        CacheClient client = library.build(server);
        try {
            timer.enter(Phase.CONNECT);
            client.awaitConnected();
            return new CacheSession(client, true);
        } catch (TrialFailure | RuntimeException e) {
            timer.end();
            client.close();
            throw e;
        }
    }

    @Override
    public void close() {}
}
