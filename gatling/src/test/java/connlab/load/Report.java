package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;

import org.HdrHistogram.Histogram;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The table at the end: one line for each lane, all its rounds together. */
final class Report {
    private static final String ROW = "%-24s %10s %9s %8s %8s %8s %8s %9s %10s %15s%n";
    private static final double NANOS_PER_MILLI = 1e6;

    private final Settings settings;
    private final Map<String, List<Turn>> lanes;
    private final Map<String, ServerView> views = new LinkedHashMap<>();

    Report(Settings settings, List<Turn> turns, Optional<JsonNode> runs, Instant began) {
        this.settings = settings;
        lanes =
                turns.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Turn::lane, TreeMap::new, Collectors.toList()));
        lanes.forEach(
                (lane, rounds) ->
                        views.put(
                                lane,
                                new ServerView(
                                        runs,
                                        lane,
                                        rounds.stream().map(Turn::label).toList(),
                                        began)));
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("\n");
        out.append(
                "%s on %s: %s, %d rounds of %d s each, -Dseed=%d%n%n"
                        .formatted(
                                settings.name(),
                                settings.backend(),
                                settings.load(),
                                settings.rounds(),
                                settings.round().toSeconds(),
                                settings.seed()));
        out.append(
                ROW.formatted(
                        "lane",
                        "requests",
                        "rate/s",
                        "p50 ms",
                        "p90 ms",
                        "p99 ms",
                        "max ms",
                        "failures",
                        "peak open",
                        "opened/request"));
        lanes.forEach((lane, rounds) -> out.append(row(lane, rounds)));
        out.append('\n');
        lanes.forEach((lane, rounds) -> out.append(rates(lane, rounds)));
        return out.append('\n').append(sources()).toString();
    }

    private String row(String lane, List<Turn> rounds) {
        Histogram times = rounds.getFirst().answered().copy();
        rounds.stream().skip(1).forEach(turn -> times.add(turn.answered()));
        long failed = rounds.stream().mapToLong(Turn::failed).sum();
        double seconds = rounds.stream().mapToDouble(Turn::seconds).sum();
        long requests = times.getTotalCount() + failed;
        ServerView view = views.get(lane);
        return ROW.formatted(
                lane,
                requests,
                text("%.0f", seconds == 0 ? 0 : requests / seconds),
                millis(times, 50),
                millis(times, 90),
                millis(times, 99),
                millis(times, 100),
                failed,
                text("%.0f", view.peakOpen()),
                text("%.3f", view.openedPerRequest()));
    }

    private static String rates(String lane, List<Turn> rounds) {
        return "%-24s rate/s of each round: %s%n"
                .formatted(
                        lane,
                        rounds.stream()
                                .map(turn -> text("%.0f", turn.rate()))
                                .collect(Collectors.joining(", ")));
    }

    private String sources() {
        String names = String.join(",", lanes.keySet());
        boolean complete =
                lanes.entrySet().stream()
                        .allMatch(e -> views.get(e.getKey()).runs() == e.getValue().size());
        return """
        requests to failures: timed by this client around each HTTP request; percentiles are of the
        requests answered with 200, all rounds merged, HTTP and queueing included.
        peak open, opened/request: the server's own counters, from the runs of the service%s.
        Verdict with confidence interval: curl '%s/runs/compare?lanes=%s'
        """
                .formatted(
                        complete ? "" : " (which does not have all of these rounds)",
                        settings.baseUrl(),
                        names);
    }

    private static String millis(Histogram times, double percentile) {
        return times.getTotalCount() == 0
                ? "-"
                : text("%.1f", times.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
    }

    private static String text(String format, OptionalDouble value) {
        return value.isEmpty() ? "-" : text(format, value.getAsDouble());
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
