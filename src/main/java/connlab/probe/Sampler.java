package connlab.probe;

import connlab.backend.Probe;
import connlab.backend.Sample;
import connlab.backend.ServerInfo;
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
 * Asks one backend's probe ten times a second and remembers the answers of the last hour.
 *
 * <p>It has a platform thread of its own: under a storm of virtual threads a virtual one would be
 * late just when it matters.
 */
public final class Sampler implements AutoCloseable {
    /** Time between two samples. */
    public static final Duration PERIOD = Duration.ofMillis(100);

    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(500);
    private static final int KEPT = 36_000;

    private final String backend;
    private final Probe probe;
    private final LongSupplier nanoClock;
    private final Runnable onLost;
    private final Thread thread;
    private final CountDownLatch tried = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Sample> history = new ArrayDeque<>();
    private volatile ServerStatus status;
    private volatile boolean closed;

    /**
     * @param onLost called when a server that had answered stops answering
     */
    public Sampler(String backend, Probe probe, LongSupplier nanoClock, Runnable onLost) {
        this.backend = backend;
        this.probe = probe;
        this.nanoClock = nanoClock;
        this.onLost = onLost;
        this.status = new ServerStatus(false, ServerInfo.UNKNOWN, null, "not asked yet");
        this.thread = Thread.ofPlatform().name("probe-" + backend).daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    public String backend() {
        return backend;
    }

    /** Waits until the server has answered once, or failed to. */
    public boolean awaitFirstTry(Duration timeout) throws InterruptedException {
        return tried.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What is known now. */
    public ServerStatus status() {
        return status;
    }

    /** The most connections that any sample since then saw open; {@code NaN} if there is none. */
    public double peakSince(long nanos) {
        double peak = Double.NaN;
        lock.lock();
        try {
            var newestFirst = history.descendingIterator();
            while (newestFirst.hasNext()) {
                Sample sample = newestFirst.next();
                if (sample.answeredNanos() - nanos < 0) {
                    break;
                }
                peak = Double.isNaN(peak) ? sample.open() : Math.max(peak, sample.open());
            }
            return peak;
        } finally {
            lock.unlock();
        }
    }

    /**
     * What the server counted between two instants of the monotonic clock: from the last sample
     * before the first to the first sample after the second. Null while that one is still to come.
     */
    public @Nullable Window window(long beginNanos, long endNanos) {
        List<Sample> inside = new ArrayList<>();
        lock.lock();
        try {
            for (Sample sample : history) {
                if (sample.answeredNanos() - beginNanos <= 0) {
                    inside.clear();
                }
                inside.add(sample);
                if (sample.askedNanos() - endNanos >= 0) {
                    return Window.of(backend, inside, beginNanos);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        boolean connected = false;
        long next = nanoClock.getAsLong();
        while (!closed) {
            try {
                if (!connected) {
                    ServerInfo info = probe.connect();
                    connected = true;
                    status = new ServerStatus(true, info, null, "");
                }
                take(probe.sample());
                next = Math.max(next + PERIOD.toNanos(), nanoClock.getAsLong());
            } catch (TrialFailure e) {
                lost(connected, e.kind().label() + ": " + e.detail());
                connected = false;
                next = nanoClock.getAsLong() + RECONNECT_PAUSE.toNanos();
            } catch (RuntimeException e) {
                lost(connected, "the probe met a bug: " + e);
                connected = false;
                next = nanoClock.getAsLong() + RECONNECT_PAUSE.toNanos();
            }
            tried.countDown();
            pauseUntil(next);
        }
        probe.close();
    }

    private void take(Sample sample) {
        status = new ServerStatus(true, status.info(), sample, "");
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

    private void lost(boolean wasConnected, String reason) {
        probe.close();
        status = new ServerStatus(false, status.info(), null, reason);
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

    /** Stops asking and closes the probe's connection. */
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
