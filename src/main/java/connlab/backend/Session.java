package connlab.backend;

import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

import java.util.OptionalLong;

/**
 * One usable connection, new or borrowed.
 *
 * @param <T> what it can be asked to do
 */
public interface Session<T> {
    /**
     * Does the work and checks its answer, entering a phase for each part of it.
     *
     * @throws TrialFailure if the server failed or its answer was wrong
     */
    void perform(T task, PhaseTimer timer) throws TrialFailure;

    /** The server's own id of this session, where the client knows it without asking. */
    default OptionalLong id() {
        return OptionalLong.empty();
    }

    /** Closes the connection, or gives it back to where it was borrowed. */
    void close() throws TrialFailure;
}
