package connlab.backend.memcached;

import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Finds out why a client library that keeps its reasons to itself could not connect. */
final class Reachability {
    private Reachability() {}

    /**
     * Tries a bare connection, after the client's own has failed, and says what the network said.
     */
    static TrialFailure explain(Server server) {
        try {
            check(server);
            return new TrialFailure(
                    FailureClass.CONNECT_REFUSED,
                    server.address() + " takes connections, but the client has none yet",
                    null);
        } catch (TrialFailure e) {
            return e;
        }
    }

    /** Fails if the server takes no bare connection. */
    static void check(Server server) throws TrialFailure {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(server.host(), server.port()),
                    (int) server.connectTimeout().toMillis());
        } catch (IOException e) {
            throw CacheFailures.network(server, e, FailureClass.CONNECT_REFUSED);
        }
    }
}
