package connlab.run;

import connlab.trial.LaneId;
import connlab.trial.Measurement;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A run under way: the trials of one lane and one label since a quiet gap.
 *
 * <p>Trials are counted in stripes, each under a lock of its own that is held for some hundred
 * nanoseconds, so that trials hardly ever meet. Once closed it takes no further trial.
 */
final class Load {
    private static final int CLOSED = Integer.MIN_VALUE;
    private static final int STRIPES =
            Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) * 2;

    private final LaneId lane;
    private final String label;
    private final long createdNanos;
    private final Stripe @Nullable [] stripes;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger highest = new AtomicInteger();
    private volatile long lastNanos;

    /**
     * Begins a run.
     *
     * @param counted whether its trials are counted, or only watched for its end
     */
    Load(LaneId lane, String label, long nowNanos, boolean counted) {
        this.lane = lane;
        this.label = label;
        this.createdNanos = nowNanos;
        this.lastNanos = nowNanos;
        this.stripes = counted ? stripes() : null;
    }

    private static Stripe[] stripes() {
        Stripe[] stripes = new Stripe[STRIPES];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe();
        }
        return stripes;
    }

    /** A share of the trials; its tally is made when the first one comes. */
    private static final class Stripe {
        final ReentrantLock lock = new ReentrantLock();
        @Nullable Tally tally;

        void add(Measurement measurement) {
            Tally mine = tally;
            if (mine == null) {
                mine = new Tally();
                tally = mine;
            }
            mine.add(measurement);
        }
    }

    /** A trial begins; false if this run is closed already and a new one has to begin. */
    boolean enter() {
        int now;
        do {
            now = inFlight.get();
            if (now == CLOSED) {
                return false;
            }
        } while (!inFlight.compareAndSet(now, now + 1));
        if (now + 1 > highest.get()) {
            highest.accumulateAndGet(now + 1, Math::max);
        }
        return true;
    }

    /** A trial that entered has ended. */
    void leave(Measurement measurement) {
        if (stripes != null) {
            add(stripes, measurement);
        }
        leave(measurement.endNanos());
    }

    /** Something that is not counted has ended. */
    void leave(long nowNanos) {
        lastNanos = nowNanos;
        inFlight.decrementAndGet();
    }

    private static void add(Stripe[] stripes, Measurement measurement) {
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i < stripes.length; i++) {
            Stripe stripe = stripes[(first + i) & (stripes.length - 1)];
            if (stripe.lock.tryLock()) {
                try {
                    stripe.add(measurement);
                    return;
                } finally {
                    stripe.lock.unlock();
                }
            }
        }
        Stripe stripe = stripes[first & (stripes.length - 1)];
        stripe.lock.lock();
        try {
            stripe.add(measurement);
        } finally {
            stripe.lock.unlock();
        }
    }

    /** Closes it if nothing is in flight and nothing was for as long as the gap. */
    boolean closeAfter(long gapNanos, long nowNanos) {
        return nowNanos - lastNanos >= gapNanos && inFlight.compareAndSet(0, CLOSED);
    }

    LaneId lane() {
        return lane;
    }

    String label() {
        return label;
    }

    /** When its first trial was announced. */
    long createdNanos() {
        return createdNanos;
    }

    /** When its last trial so far ended. */
    long lastNanos() {
        return lastNanos;
    }

    /** Whether nothing of it is in flight. */
    boolean idle() {
        return inFlight.get() <= 0;
    }

    boolean counted() {
        return stripes != null;
    }

    int highestInFlight() {
        return highest.get();
    }

    /** All its trials so far. */
    Tally total() {
        Tally total = new Tally();
        for (Stripe stripe : stripes == null ? new Stripe[0] : stripes) {
            stripe.lock.lock();
            try {
                if (stripe.tally != null) {
                    total.add(stripe.tally);
                }
            } finally {
                stripe.lock.unlock();
            }
        }
        return total;
    }
}
