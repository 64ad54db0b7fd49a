package connlab.run;

import connlab.trial.LaneId;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which other runs went on at the same time. Used by one thread. */
final class Neighbours {
    private static final int KEPT = 10_000;

    private final RunRecorder recorder;
    private final Deque<Span> ended = new ArrayDeque<>();

    Neighbours(RunRecorder recorder) {
        this.recorder = recorder;
    }

    private record Span(LaneId lane, String label, long beginNanos, long endNanos) {
        boolean meets(long begin, long end) {
            return beginNanos - end < 0 && endNanos - begin > 0;
        }
    }

    /** Notes that a run ended, counted or not. */
    void remember(Load load) {
        ended.addLast(span(load));
        if (ended.size() > KEPT) {
            ended.removeFirst();
        }
    }

    /** Whether a run other than this one met the span of time on such a lane. */
    boolean any(Load self, long beginNanos, long endNanos, Predicate<LaneId> which) {
        Span mine = span(self);
        return Stream.concat(
                        ended.stream(),
                        recorder.underWay().stream().map(load -> underWay(load, endNanos)))
                .filter(span -> which.test(span.lane()))
                .filter(span -> span.meets(beginNanos, endNanos))
                .anyMatch(span -> !span.equals(mine));
    }

    private static Span span(Load load) {
        return new Span(load.lane(), load.label(), load.createdNanos(), load.lastNanos());
    }

    /** With a trial in flight it has not ended yet, whenever the one before did. */
    private static Span underWay(Load load, long until) {
        Span span = span(load);
        return load.idle() ? span : new Span(span.lane(), span.label(), span.beginNanos(), until);
    }
}
