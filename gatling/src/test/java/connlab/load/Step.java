package connlab.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** One turn of one route under so many users, with its failures by class. */
record Step(String route, int users, Turn turn, Map<String, Long> failures) {
    Step(String route, int users, Turn turn) {
        this(route, users, turn, new ConcurrentHashMap<>());
    }

    /** The same route under other users. */
    Step with(int others, String label) {
        return new Step(route, others, new Turn(turn.way(), label));
    }

    boolean warmup() {
        return turn.label().equals(Settings.WARMUP);
    }

    void failure(String kind) {
        failures.merge(kind, 1L, Long::sum);
    }

    /** Adds this turn's failures to others. */
    Map<String, Long> addTo(Map<String, Long> others) {
        Map<String, Long> sum = new TreeMap<>(others);
        failures.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
        return sum;
    }
}
