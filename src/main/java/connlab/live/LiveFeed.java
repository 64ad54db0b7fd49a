package connlab.live;

import connlab.lane.Lanes;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Sends all listeners the same frames, four times a second. While nobody listens, nothing is cut.
 *
 * <p>Frames are cut on a platform thread: under a storm of virtual threads a virtual one would be
 * late just when it matters.
 */
@Component
final class LiveFeed implements SmartLifecycle {
    static final Duration PERIOD = Duration.ofMillis(250);
    static final int MOST_LISTENERS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

    private final Lanes lanes;
    private final LiveRecorder recorder;
    private final LongSupplier nanoClock;
    private final InstantSource wallClock;
    private final JsonMapper json;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Subscription> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("live").daemon().factory());
    private @Nullable Frames frames; // Only ever touched by the clock's thread.
    private volatile boolean running;

    LiveFeed(
            Lanes lanes,
            LiveRecorder recorder,
            LongSupplier nanoClock,
            InstantSource wallClock,
            JsonMapper json) {
        this.lanes = lanes;
        this.recorder = recorder;
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
        this.json = json;
    }

    /** A seat, or none while all are taken or the service shuts down. */
    Optional<Subscription> join() {
        lock.lock();
        try {
            if (!running || listeners.size() >= MOST_LISTENERS) {
                return Optional.empty();
            }
            Subscription mine = new Subscription(this);
            listeners.add(mine);
            recorder.listen(true);
            return Optional.of(mine);
        } finally {
            lock.unlock();
        }
    }

    void leave(Subscription subscription) {
        lock.lock();
        try {
            listeners.remove(subscription);
            recorder.listen(!listeners.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    private void tick() {
        try {
            Frames following = frames;
            if (listeners.isEmpty()) {
                frames = null;
            } else if (following == null) {
                frames = new Frames(lanes, recorder, nanoClock);
            } else {
                send(json.writeValueAsBytes(following.next(wallClock.millis())));
            }
        } catch (RuntimeException e) {
            // Thrown, it would silently end all frames to come.
            LOG.error("A live frame met a bug", e);
        }
    }

    private void send(byte[] frame) {
        listeners.forEach(listener -> listener.offer(frame));
    }

    @Override
    public void start() {
        running = true;
        var _ =
                clock.scheduleWithFixedDelay(
                        this::tick, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        lock.lock();
        try {
            running = false;
            clock.shutdownNow();
            listeners.forEach(Subscription::end);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Last on the way up and first on the way down: a graceful shutdown waits for open streams. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }
}
