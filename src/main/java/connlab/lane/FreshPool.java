package connlab.lane;

import connlab.backend.Connector;
import connlab.backend.Session;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A pool that one experiment has for itself. It fills from the start; closed, it has closed all its
 * connections.
 */
public final class FreshPool<T> implements AutoCloseable {
    private final Connector<T> connector;
    private final T task;
    private final LongSupplier nanoClock;

    FreshPool(Connector<T> connector, T task, LongSupplier nanoClock) {
        this.connector = connector;
        this.task = task;
        this.nanoClock = nanoClock;
    }

    /** How many connections it has open. */
    public int held() {
        return connector.held();
    }

    /**
     * Borrows a connection, works, keeps it for a while and gives it back; unless it is no longer
     * wanted by the time that one came free.
     *
     * @throws InterruptedException while keeping it
     */
    public void use(Duration hold, BooleanSupplier unwanted)
            throws TrialFailure, InterruptedException {
        PhaseTimer timer = new PhaseTimer(nanoClock);
        Session<T> session = connector.open(timer);
        try {
            if (!unwanted.getAsBoolean()) {
                session.perform(task, timer);
                Thread.sleep(hold);
            }
        } finally {
            session.close();
        }
    }

    @Override
    public void close() {
        connector.close();
    }
}
