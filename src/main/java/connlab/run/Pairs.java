package connlab.run;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The rounds of two lanes, paired: by their number where the label has one, by order where not.
 *
 * <p>Warm-ups and experiments are left out, and so are runs of a few trials, which somebody tried
 * by hand. Of a round that was run twice the newer counts.
 */
final class Pairs {
    /** Rounds that are paired where nothing says which belong together. */
    private static final int MOST_BY_ORDER = 10;

    private Pairs() {}

    record Pair(Run first, Run second) {
        Pair swapped() {
            return new Pair(/* first= */ second, /* second= */ first);
        }
    }

    /**
     * Pairs the runs of two lanes under one name: the given one, or the newest that both have.
     *
     * @param newestFirst all runs
     * @param name a label's name, or null for any
     */
    static List<Pair> of(
            List<Run> newestFirst, String first, String second, @Nullable String name) {
        Map<String, List<Run>> ones = byName(newestFirst, first, name);
        Map<String, List<Run>> others = byName(newestFirst, second, name);
        for (Map.Entry<String, List<Run>> one : ones.entrySet()) {
            List<Run> partners = others.get(one.getKey());
            if (partners != null) {
                List<Pair> pairs = pair(one.getValue(), partners);
                if (!pairs.isEmpty()) {
                    return pairs;
                }
            }
        }
        return List.of();
    }

    /** The lane's usable runs, the name of the newest at the head. */
    private static Map<String, List<Run>> byName(
            List<Run> newestFirst, String lane, @Nullable String name) {
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        for (Run run : newestFirst) {
            boolean wanted = name == null || run.name().equals(name) || run.label().equals(name);
            if (run.lane().equals(lane) && wanted && run.usable()) {
                runs.computeIfAbsent(run.name(), _ -> new ArrayList<>()).add(run);
            }
        }
        return runs;
    }

    private static List<Pair> pair(List<Run> ones, List<Run> others) {
        Map<Integer, Run> first = byRound(ones);
        Map<Integer, Run> second = byRound(others);
        if (first.isEmpty() || second.isEmpty()) {
            return byOrder(ones, others);
        }
        Set<Integer> rounds = first.keySet();
        rounds.retainAll(second.keySet());
        return rounds.stream()
                .sorted()
                .map(
                        round ->
                                new Pair(
                                        Objects.requireNonNull(first.get(round)),
                                        Objects.requireNonNull(second.get(round))))
                .toList();
    }

    private static Map<Integer, Run> byRound(List<Run> newestFirst) {
        Map<Integer, Run> rounds = new LinkedHashMap<>();
        for (Run run : newestFirst) {
            if (run.round() != null) {
                rounds.putIfAbsent(run.round(), run);
            }
        }
        return rounds;
    }

    private static List<Pair> byOrder(List<Run> ones, List<Run> others) {
        List<Pair> pairs = new ArrayList<>();
        int count = Math.min(MOST_BY_ORDER, Math.min(ones.size(), others.size()));
        for (int i = count - 1; i >= 0; i--) {
            pairs.add(new Pair(ones.get(i), others.get(i)));
        }
        return pairs;
    }
}
