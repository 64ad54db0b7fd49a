package connlab.backend;

import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

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

    /** The probe lost the server: what was kept open is dead, or will be of no use. */
    default void serverLost() {}

    /** How many connections to the server this connector keeps open between trials. */
    default int held() {
        return 0;
    }

    @Override
    void close();
}
