package connlab.trial;

import org.jspecify.annotations.Nullable;

import java.util.function.LongSupplier;

/**
 * Splits one trial into phases on one nanosecond clock.
 *
 * <p>Entering a phase ends the one before it with the same clock reading, so that phases neither
 * overlap nor leave a gap. A phase that is entered twice adds up. Not thread-safe: a trial has one
 * thread.
 */
public final class PhaseTimer {
    private final LongSupplier clock;
    private final PhaseTimes.Builder times = PhaseTimes.builder();
    private @Nullable Phase last;
    private boolean running;
    private long entered;

    public PhaseTimer(LongSupplier clock) {
        this.clock = clock;
    }

    /** Begins a phase and ends the current one, if any, at the same instant. */
    public void enter(Phase phase) {
        long now = clock.getAsLong();
        endAt(now);
        last = phase;
        running = true;
        entered = now;
    }

    /** Ends the current phase. Time that passes from here on belongs to no phase. */
    public void end() {
        endAt(clock.getAsLong());
    }

    /** The phase that was entered last, ended or not; null before the first. */
    public @Nullable Phase last() {
        return last;
    }

    PhaseTimes times() {
        return times.build();
    }

    private void endAt(long now) {
        if (running && last != null) {
            times.add(last, now - entered);
        }
        running = false;
    }
}
