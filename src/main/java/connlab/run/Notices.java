package connlab.run;

import connlab.run.Pairs.Pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What differs between the runs of two lanes besides the lane, or spoils their figures. */
final class Notices {
    /** Processors; less than this is the noise of a quiet host. */
    private static final double FOREIGN_CORES = 0.2;

    private Notices() {}

    static List<String> of(List<Pair> pairs) {
        List<Run> ones = pairs.stream().map(Pair::first).toList();
        List<Run> others = pairs.stream().map(Pair::second).toList();
        List<String> notices = new ArrayList<>();
        environments(ones, others, notices);
        foreignCpu(ones, others, notices);
        failures(ones, notices);
        failures(others, notices);
        shared(ones, notices);
        shared(others, notices);
        return notices;
    }

    private static void environments(List<Run> ones, List<Run> others, List<String> notices) {
        Map<String, Set<String>> first = values(ones);
        Map<String, Set<String>> second = values(others);
        Set<String> keys = new TreeSet<>(first.keySet());
        keys.addAll(second.keySet());
        for (String key : keys) {
            Set<String> here = first.getOrDefault(key, Set.of());
            Set<String> there = second.getOrDefault(key, Set.of());
            if (!here.equals(there)) {
                notices.add("%s differs: %s | %s".formatted(key, shown(here), shown(there)));
            } else if (here.size() > 1) {
                notices.add("%s differs between the rounds: %s".formatted(key, shown(here)));
            }
        }
    }

    private static String shown(Set<String> values) {
        return values.isEmpty() ? "-" : String.join(", ", values);
    }

    private static Map<String, Set<String>> values(List<Run> runs) {
        Map<String, Set<String>> values = new TreeMap<>();
        for (Run run : runs) {
            Environment environment = run.environment();
            Map<String, String> all = new TreeMap<>();
            all.put("server", environment.server());
            all.put("client", environment.client());
            all.put("jdk", environment.jdk());
            all.put("kernel", environment.kernel());
            all.put("cores", Integer.toString(environment.cores()));
            all.put("instance", run.instance());
            environment.serverSettings().forEach((k, v) -> all.put("server " + k, v));
            environment.clientSettings().forEach((k, v) -> all.put("client " + k, v));
            // A client that tells the server its lane's name differs in nothing else by that.
            all.replaceAll((_, v) -> v.replace(run.lane(), "LANE"));
            all.forEach((k, v) -> values.computeIfAbsent(k, _ -> new TreeSet<>()).add(v));
        }
        return values;
    }

    private static void foreignCpu(List<Run> ones, List<Run> others, List<String> notices) {
        double here = foreignCores(ones);
        double there = foreignCores(others);
        if (Math.abs(here - there) > FOREIGN_CORES) {
            notices.add(
                    String.format(
                            Locale.ROOT,
                            "processors kept busy by neither service nor server differ: %.1f | %.1f"
                                    + " (the load generator, if it runs here, or strangers)",
                            here,
                            there));
        }
    }

    private static double foreignCores(List<Run> runs) {
        return runs.stream()
                .map(Run::host)
                .filter(Objects::nonNull)
                .map(HostFigures::otherCpuCores)
                .filter(Objects::nonNull)
                .collect(Collectors.averagingDouble(Double::doubleValue));
    }

    private static void failures(List<Run> runs, List<String> notices) {
        long failed = runs.stream().mapToLong(Run::failed).sum();
        if (failed > 0) {
            notices.add(
                    "%s: %d of %d trials failed; rates and times are of the others"
                            .formatted(
                                    runs.getFirst().lane(),
                                    failed,
                                    runs.stream().mapToLong(Run::trials).sum()));
        }
    }

    private static void shared(List<Run> runs, List<String> notices) {
        boolean shared = runs.stream().map(Run::window).anyMatch(w -> w != null && w.shared());
        if (shared) {
            notices.add(
                    "%s: other trials used its server meanwhile; leave 2 s between the loads"
                            .formatted(runs.getFirst().lane()));
        }
    }
}
