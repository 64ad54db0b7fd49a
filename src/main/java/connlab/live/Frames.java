package connlab.live;

import connlab.lane.Lanes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.StreamSupport;

/** Cuts one frame after the other, for as long as somebody listens. For one thread only. */
final class Frames {
    private final LiveRecorder recorder;
    private final LongSupplier nanoClock;
    private final List<BackendWatch> backends = new ArrayList<>();
    private long last;

    /** The first frame begins now; what the lanes still hold from earlier is thrown away. */
    Frames(Lanes lanes, LiveRecorder recorder, LongSupplier nanoClock) {
        this.recorder = recorder;
        this.nanoClock = nanoClock;
        lanes.backends().forEach(backend -> backends.add(new BackendWatch(backend)));
        backends.forEach(BackendWatch::take);
        recorder.tallies().forEach(tally -> tally.take(1));
        last = nanoClock.getAsLong();
    }

    Frame next(long epochMillis) {
        long now = nanoClock.getAsLong();
        double seconds = Math.max(1, now - last) / 1e9;
        last = now;
        return new Frame(
                epochMillis,
                backends.stream().map(BackendWatch::take).toList(),
                StreamSupport.stream(recorder.tallies().spliterator(), false)
                        .map(tally -> tally.take(seconds))
                        .filter(Objects::nonNull)
                        .sorted(Comparator.comparing(LaneFrame::name))
                        .toList());
    }
}
