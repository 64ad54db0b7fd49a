package connlab.probe;

import connlab.backend.Inquiry;
import connlab.backend.RetryPace;
import connlab.backend.ServerInfo;
import connlab.backend.Timed;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Makes an inquiry ten times a second and remembers the answers of the last hour.
 *
 * <p>It has a platform thread of its own: under a storm of virtual threads a virtual one would be
 * late just when it matters.
 *
 * @param <S> what one answer is
 */
public final class Poller<S extends Timed> implements AutoCloseable {
    /** Time between two samples. */
    public static final Duration PERIOD = Duration.ofMillis(100);

    /** Settings change while a server runs. */
    private static final Duration DESCRIBED_FOR = Duration.ofSeconds(5);

    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(500);
    private static final int KEPT = 36_000;

    private final Inquiry<S> inquiry;
    private final LongSupplier nanoClock;
    private final Runnable onLost;
    private final Thread thread;
    private final CountDownLatch tried = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<S> history = new ArrayDeque<>();
    private volatile Answer<S> newest =
            new Answer<>(false, ServerInfo.UNKNOWN, null, null, "not asked yet");
    private volatile boolean closed;

    /**
     * @param onLost called when what had answered stops answering
     */
    public Poller(String name, Inquiry<S> inquiry, LongSupplier nanoClock, Runnable onLost) {
        this.inquiry = inquiry;
        this.nanoClock = nanoClock;
        this.onLost = onLost;
        this.thread = Thread.ofPlatform().name("probe-" + name).daemon().unstarted(this::run);
    }

    /**
     * What is known at this moment.
     *
     * @param up whether there is an answer
     * @param info what it said it is when it was last reached
     * @param sample the newest; null while it is not up
     * @param failure the class of what it failed with; null while it is up, and after a bug
     * @param reason why it is not up; empty while it is
     */
    public record Answer<S>(
            boolean up,
            ServerInfo info,
            @Nullable S sample,
            @Nullable FailureClass failure,
            String reason) {}

    public void start() {
        thread.start();
    }

    /** Waits until there was an answer once, or none. */
    public boolean awaitFirstTry(Duration timeout) throws InterruptedException {
        return tried.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    public Answer<S> newest() {
        return newest;
    }

    /** The samples answered at this instant or later, the newest first. */
    List<S> since(long nanos) {
        List<S> found = new ArrayList<>();
        lock.lock();
        try {
            var newestFirst = history.descendingIterator();
            while (newestFirst.hasNext()) {
                S sample = newestFirst.next();
                if (sample.answeredNanos() - nanos < 0) {
                    return found;
                }
                found.add(sample);
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The samples from the last before an instant to the first after another; the oldest of all
     * leads where there is none before. Null while the last is still to come.
     */
    public @Nullable List<S> around(long beginNanos, long endNanos) {
        List<S> inside = new ArrayList<>();
        lock.lock();
        try {
            for (S sample : history) {
                if (sample.answeredNanos() - beginNanos <= 0) {
                    inside.clear();
                }
                inside.add(sample);
                if (sample.askedNanos() - endNanos >= 0) {
                    return inside;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        boolean connected = false;
        RetryPace pace = new RetryPace(RECONNECT_PAUSE);
        long next = nanoClock.getAsLong();
        long describedAt = 0;
        while (!closed) {
            try {
                if (!connected) {
                    inquiry.connect();
                    connected = true;
                    describedAt = nanoClock.getAsLong() - DESCRIBED_FOR.toNanos();
                }
                if (nanoClock.getAsLong() - describedAt >= DESCRIBED_FOR.toNanos()) {
                    newest = new Answer<>(true, inquiry.describe(), newest.sample(), null, "");
                    describedAt = nanoClock.getAsLong();
                }
                take(inquiry.sample());
                next = Math.max(next + PERIOD.toNanos(), nanoClock.getAsLong());
            } catch (TrialFailure e) {
                lost(connected, e.kind(), e.kind().label() + ": " + e.detail());
                connected = false;
                next = nanoClock.getAsLong() + pace.after(e.kind()).toNanos();
            } catch (RuntimeException e) {
                lost(connected, null, "the probe met a bug: " + e);
                connected = false;
                next = nanoClock.getAsLong() + RECONNECT_PAUSE.toNanos();
            }
            tried.countDown();
            pauseUntil(next);
        }
        inquiry.close();
    }

    private void take(S sample) {
        newest = new Answer<>(true, newest.info(), sample, null, "");
        lock.lock();
        try {
            history.addLast(sample);
            if (history.size() > KEPT) {
                history.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    private void lost(boolean wasConnected, @Nullable FailureClass failure, String reason) {
        inquiry.close();
        newest = new Answer<>(false, newest.info(), null, failure, reason);
        if (wasConnected) {
            onLost.run();
        }
    }

    private void pauseUntil(long next) {
        for (long left = next - nanoClock.getAsLong();
                left > 0 && !closed;
                left = next - nanoClock.getAsLong()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Stops asking and closes the kept connection. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(PERIOD.multipliedBy(10));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
