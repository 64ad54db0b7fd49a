package connlab.experiment;

import connlab.trial.Phase;
import connlab.trial.PhaseTimer;

import java.util.EnumMap;
import java.util.Map;

/** Times one attempt and remembers not only how long each phase took but when it ended. */
final class Instants {
    private final PhaseTimer timer = new PhaseTimer(this::read);
    private final Map<Phase, Long> ended = new EnumMap<>(Phase.class);
    private long began;

    /** For the attempt. */
    PhaseTimer timer() {
        return timer;
    }

    /** A timer reads its clock once as it begins, and once at each phase's end. */
    private long read() {
        long now = System.nanoTime();
        Phase ending = timer.last();
        if (ending == null) {
            began = now;
        } else {
            ended.put(ending, now);
        }
        return now;
    }

    long began() {
        return began;
    }

    /** When the connection was in hand. */
    long usable() {
        return ended(Phase.CONNECT);
    }

    /** When a phase ended that happened. */
    long ended(Phase phase) {
        Long nanos = ended.get(phase);
        if (nanos == null) {
            throw new IllegalStateException("there was no " + phase);
        }
        return nanos;
    }

    /** When the phase before this one ended. */
    long lastBefore(Phase phase) {
        return ended.entrySet().stream()
                .filter(entry -> entry.getKey().compareTo(phase) < 0)
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(began);
    }
}
