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

    /** Opens what is meant to be open before the first trial, as far as the server allows. */
    default void prime() {}

    /** How many connections to the server this connector keeps open between trials. */
    default int held() {
        return 0;
    }

    @Override
    void close();
}
