package connlab.live;

import connlab.trial.LaneId;
import connlab.trial.Measurement;
import connlab.trial.Origin;
import connlab.trial.Recorder;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps a tally of every lane that has had a trial. Times are kept only while somebody listens. */
@Component
@Order(3)
final class LiveRecorder implements Recorder {
    private final Map<LaneId, LaneTally> tallies = new ConcurrentHashMap<>();
    private volatile boolean listening;

    @Override
    public void started(LaneId lane, Origin origin) {
        LaneTally tally = tallies.get(lane);
        if (tally == null) {
            tally = tallies.computeIfAbsent(lane, LaneTally::new);
        }
        tally.started();
    }

    @Override
    public void finished(Measurement measurement) {
        LaneTally tally = tallies.get(measurement.lane());
        if (tally != null) {
            tally.finished(measurement, listening);
        }
    }

    void listen(boolean somebody) {
        listening = somebody;
    }

    Iterable<LaneTally> tallies() {
        return tallies.values();
    }
}
