package connlab.backend;

import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;

/**
 * Keeps connlab from taking the last connections of a server that others use too.
 *
 * <p>A connection is allowed while {@code others + own + headroom < limit}, where {@code own} is
 * counted here exactly, and {@code others} and {@code limit} come from the server's newest sample.
 * While the limit is unknown nothing is held back.
 */
public final class ConnectionBudget {
    private final int headroom;
    private final DoubleSupplier limit;
    private final DoubleSupplier others;
    private final AtomicInteger reserved = new AtomicInteger();
    private final List<IntSupplier> pools = new CopyOnWriteArrayList<>();

    /**
     * @param headroom connections to leave free; 0 or less switches the guard off
     * @param limit the server's own limit, {@code NaN} if unknown
     * @param others connections that are not connlab's, {@code NaN} if unknown
     */
    public ConnectionBudget(int headroom, DoubleSupplier limit, DoubleSupplier others) {
        this.headroom = headroom;
        this.limit = limit;
        this.others = others;
    }

    /** A budget that allows everything, for servers that connlab itself started. */
    public static ConnectionBudget unlimited() {
        return new ConnectionBudget(0, () -> Double.NaN, () -> Double.NaN);
    }

    /** Counts a pool's open connections in, until the pool is {@link #forget forgotten}. */
    public void watch(IntSupplier poolSize) {
        pools.add(poolSize);
    }

    /** The pool is closed. */
    public void forget(IntSupplier poolSize) {
        pools.remove(poolSize);
    }

    /** Connections of connlab's own that are open or being opened. */
    public int own() {
        int own = reserved.get();
        for (IntSupplier pool : pools) {
            own += pool.getAsInt();
        }
        return own;
    }

    /**
     * Takes one connection out of the budget; give it back with {@link #release}.
     *
     * @throws TrialFailure of class {@code headroom} if none is left
     */
    public void reserve() throws TrialFailure {
        reserved.incrementAndGet();
        if (headroom <= 0) {
            return;
        }
        double allowed = limit.getAsDouble() - headroom;
        double foreign = others.getAsDouble();
        if (own() + (Double.isNaN(foreign) ? 0 : foreign) > allowed) {
            reserved.decrementAndGet();
            throw new TrialFailure(
                    FailureClass.HEADROOM,
                    "connlab leaves %d of the server's %.0f connections free for others; this one would"
                                    .formatted(headroom, limit.getAsDouble())
                            + " go beyond (connlab.limits.headroom)",
                    null);
        }
    }

    /** Gives back what {@link #reserve} took. */
    public void release() {
        reserved.decrementAndGet();
    }
}
