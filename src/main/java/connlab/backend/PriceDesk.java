package connlab.backend;

import connlab.trial.TrialFailure;
import connlab.wire.WireProtocol;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Looks after a server while the price of connecting to it is found out. Whatever it had to make
 * there, such as a role, is gone when it is closed.
 */
public interface PriceDesk extends AutoCloseable {
    /** Every row, those that can't be measured here among them. */
    List<Way> ways();

    /** How to read what crosses a socket; empty where nothing but its size can be told. */
    Optional<WireProtocol> protocol();

    /**
     * Whether one process serves all connections, which may use the memory of closed ones again.
     */
    default boolean oneProcess() {
        return true;
    }

    /** Makes the server forget all logins, before each connect of a cold way. */
    default void forgetLogins() throws TrialFailure {}

    /**
     * The driver's own statements of one connect as the server counted them; empty where the server
     * does not count them for each session.
     */
    default OptionalInt statements(LaneContext lane) throws TrialFailure {
        return OptionalInt.empty();
    }

    @Override
    void close();
}
