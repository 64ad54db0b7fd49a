package connlab.backend.memcached;

import connlab.backend.NetworkFailures;
import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

/** What goes wrong with any client library, in the same words. */
final class CacheFailures {
    private CacheFailures() {}

    static TrialFailure late(Server server, Exception e) {
        return new TrialFailure(
                FailureClass.TIMEOUT,
                "%s did not answer within %d ms"
                        .formatted(server.address(), server.readTimeout().toMillis()),
                e);
    }

    static TrialFailure lost(Server server, Exception e) {
        return new TrialFailure(
                FailureClass.SERVER_GONE,
                server.address() + " closed the connection before it answered",
                e);
    }

    /** The server answered, and said no. */
    static TrialFailure refused(Throwable e) {
        return new TrialFailure(FailureClass.WRONG_ANSWER, NetworkFailures.oneLine(e), e);
    }

    static TrialFailure notStored(Object answer) {
        return new TrialFailure(FailureClass.WRONG_ANSWER, "set answered " + answer, null);
    }

    /** What the network did, or this class if it does not say. */
    static TrialFailure network(Server server, Exception e, FailureClass otherwise) {
        FailureClass kind = NetworkFailures.classify(e).orElse(otherwise);
        return new TrialFailure(kind, server.address() + ": " + NetworkFailures.oneLine(e), e);
    }

    static TrialFailure interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new TrialFailure(FailureClass.TIMEOUT, "connlab is shutting down", e);
    }
}
