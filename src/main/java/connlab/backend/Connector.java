package connlab.backend;

import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

import java.util.Map;
import java.util.OptionalLong;

/**
 * How a trial on one lane comes by a session.
 *
 * @param <T> what a session can be asked to do
 */
public interface Connector<T> extends AutoCloseable {
    /**
     * Returns when a usable session is in hand.
     *
     * <p>It enters {@code CONNECT} itself, after {@code INIT} where the client has to be built
     * first.
     */
    Session<T> open(PhaseTimer timer) throws TrialFailure;

    /**
     * Opens a session, does the work, and closes it whatever happens; the first failure wins.
     *
     * @return the server's own id of the session, where the client knows it
     */
    default OptionalLong attempt(T task, PhaseTimer timer) throws TrialFailure {
        Session<T> session = open(timer);
        try {
            session.perform(task, timer);
        } catch (TrialFailure | RuntimeException e) {
            timer.end();
            try {
                session.close();
            } catch (TrialFailure | RuntimeException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
        timer.enter(Phase.CLOSE);
        session.close();
        timer.end();
        return session.id();
    }

    /** The probe lost the server: what was kept open is dead, or will be of no use. */
    default void serverLost() {}

    /** How many connections to the server this connector keeps open between trials. */
    default int held() {
        return 0;
    }

    /**
     * How what is kept open is set, by names that end in their unit; results carry it, as they do
     * {@link Backend#client}.
     */
    default Map<String, String> settings() {
        return Map.of();
    }

    @Override
    void close();
}
