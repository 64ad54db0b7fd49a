package connlab.load;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** Failed requests by their class, in alphabetical order; may be counted from several threads. */
final class Failures {
    private final Map<String, Long> counts = new ConcurrentSkipListMap<>();

    void add(String kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    void addAll(Failures others) {
        others.counts.forEach((kind, count) -> counts.merge(kind, count, Long::sum));
    }

    long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    Map<String, Long> counts() {
        return Map.copyOf(counts);
    }

    /** As in {@code connect-refused 3, timeout 1}; empty where nothing failed. */
    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
