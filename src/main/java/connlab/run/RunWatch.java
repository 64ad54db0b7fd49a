package connlab.run;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Waits for runs to end, on a thread of its own, and puts what they measured into the store. */
@Component
public final class RunWatch implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(RunWatch.class);
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final Duration POLL = Duration.ofMillis(20);

    /** How long a run waits for the server's sample after its end. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final RunRecorder recorder;
    private final RunFinisher finisher;
    private final RunStore store;
    private final HostWatch host;
    private final LongSupplier nanoClock;
    private final Deque<Load> ended = new ArrayDeque<>();
    private volatile boolean busy;
    private volatile boolean running;
    private volatile Thread thread = new Thread();

    RunWatch(
            RunRecorder recorder,
            RunFinisher finisher,
            RunStore store,
            HostWatch host,
            LongSupplier nanoClock) {
        this.recorder = recorder;
        this.finisher = finisher;
        this.store = store;
        this.host = host;
        this.nanoClock = nanoClock;
    }

    /** How many runs are under way, or ended and not in the store yet. */
    public int unfinished() {
        return recorder.underWay().size() + (busy ? 1 : 0);
    }

    /** Waits until no run is under way; false if one still is after that time. */
    public boolean awaitQuiet(Duration timeout) throws InterruptedException {
        long deadline = nanoClock.getAsLong() + timeout.toNanos();
        while (unfinished() > 0) {
            if (nanoClock.getAsLong() - deadline >= 0) {
                return false;
            }
            Thread.sleep(POLL);
        }
        return true;
    }

    @Override
    public void start() {
        running = true;
        thread = Thread.ofPlatform().name("runs").daemon().start(this::watch);
    }

    private void watch() {
        while (running) {
            tick(false);
            LockSupport.parkNanos(PERIOD.toNanos());
        }
        tick(true);
    }

    private void tick(boolean last) {
        try {
            // Before the runs are taken out, so that there is no instant at which nothing is busy.
            busy = true;
            host.look();
            List<Load> loads = last ? recorder.endedAtOnce() : recorder.ended();
            loads.forEach(finisher::remember);
            loads.stream().filter(Load::counted).forEach(ended::add);
            finish(last);
        } catch (RuntimeException e) {
            LOG.error("A run could not be kept", e);
        } finally {
            busy = !ended.isEmpty();
        }
    }

    private void finish(boolean last) {
        for (Iterator<Load> loads = ended.iterator(); loads.hasNext(); ) {
            Load load = loads.next();
            boolean late = nanoClock.getAsLong() - load.lastNanos() > PATIENCE.toNanos();
            if (last || late || finisher.ready(load)) {
                loads.remove();
                store.add(finisher.finish(load));
            }
        }
    }

    /** Keeps the runs that nothing is in flight of, without waiting for their gap. */
    @Override
    public void stop() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** On the way down after the web server is drained and before the backends are closed. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 3072;
    }
}
