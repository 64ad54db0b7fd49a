package connlab.run;

import connlab.ConnlabProperties;
import connlab.trial.LaneId;
import connlab.trial.Measurement;
import connlab.trial.Origin;
import connlab.trial.Recorder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Notices runs: the trials of one lane and one label between two quiet gaps, whatever tool sent
 * them.
 */
@Component
@Order(2)
final class RunRecorder implements Recorder, BackendUse {
    private static final Logger LOG = LoggerFactory.getLogger(RunRecorder.class);

    /** Runs at once that are counted; a caller that makes up labels can't use up the memory. */
    static final int MOST_AT_ONCE = 64;

    private final LongSupplier nanoClock;
    private final long gapNanos;
    private final boolean recorded;
    private final Map<Key, Load> active = new ConcurrentHashMap<>();

    @Autowired
    RunRecorder(ConnlabProperties properties, LongSupplier nanoClock) {
        this(properties.runs().gap(), properties.runs().recorded(), nanoClock);
    }

    RunRecorder(Duration gap, LongSupplier nanoClock) {
        this(gap, true, nanoClock);
    }

    private RunRecorder(Duration gap, boolean recorded, LongSupplier nanoClock) {
        this.recorded = recorded;
        this.gapNanos = gap.toNanos();
        this.nanoClock = nanoClock;
    }

    private record Key(LaneId lane, String label) {}

    @Override
    public void started(LaneId lane, Origin origin) {
        if (!recorded) {
            return;
        }
        Key key = new Key(lane, origin.label());
        Load load = active.get(key);
        while (load == null || !load.enter()) {
            if (load != null) {
                active.remove(key, load);
            }
            load = active.computeIfAbsent(key, this::begin);
        }
    }

    @Override
    public Use begin(String backend, String experiment) {
        LaneId lane = new LaneId("experiment", backend, "direct", "experiment");
        String label = RunLabel.EXPERIMENT + experiment;
        Key key = new Key(lane, label);
        Load load = new Load(lane, label, nanoClock.getAsLong(), false);
        load.enter();
        active.put(key, load);
        return () -> load.leave(nanoClock.getAsLong());
    }

    @Override
    public void finished(Measurement measurement) {
        // It is there: what has a trial in flight is not closed.
        Load load = active.get(new Key(measurement.lane(), measurement.label()));
        if (load != null) {
            load.leave(measurement);
        }
    }

    private Load begin(Key key) {
        boolean counted = active.size() < MOST_AT_ONCE;
        if (!counted) {
            LOG.warn(
                    "More than {} runs at once: the one labelled '{}' is not kept",
                    MOST_AT_ONCE,
                    key.label());
        }
        return new Load(key.lane(), key.label(), nanoClock.getAsLong(), counted);
    }

    /** Closes and takes out the runs that ended, the one that began first at the head. */
    List<Load> ended() {
        return ended(gapNanos);
    }

    /** Closes and takes out the runs of which nothing is in flight, however short the gap. */
    List<Load> endedAtOnce() {
        return ended(0);
    }

    private List<Load> ended(long gap) {
        long now = nanoClock.getAsLong();
        List<Load> ended = new ArrayList<>();
        active.forEach(
                (key, load) -> {
                    if (load.closeAfter(gap, now)) {
                        active.remove(key, load);
                        ended.add(load);
                    }
                });
        ended.sort((a, b) -> Long.signum(a.createdNanos() - b.createdNanos()));
        return ended;
    }

    /** The runs under way. */
    List<Load> underWay() {
        return List.copyOf(active.values());
    }
}
