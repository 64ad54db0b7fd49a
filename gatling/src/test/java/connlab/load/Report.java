package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;

import org.HdrHistogram.Histogram;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The table at the end: one line for each lane, all its rounds together. */
final class Report {
    private static final String ROW = "%-38s %10s %9s %8s %8s %8s %8s %9s %10s %15s  %s%n";
    private static final double NANOS_PER_MILLI = 1e6;

    private final Settings settings;
    private final Map<String, List<Turn>> lanes;
    private final Map<String, ServerView> views = new LinkedHashMap<>();

    Report(Settings settings, List<Turn> turns, List<JsonNode> runs) {
        this.settings = settings;
        lanes =
                turns.stream()
                        .sorted(Comparator.comparing(turn -> turn.way().title()))
                        .collect(
                                Collectors.groupingBy(
                                        turn -> turn.way().title(),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        lanes.forEach(
                (lane, rounds) ->
                        views.put(
                                lane,
                                new ServerView(
                                        runs,
                                        rounds.getFirst().way().lane(),
                                        rounds.stream().map(Turn::label).toList())));
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("\n");
        out.append(
                "%s: %s, %d rounds of %d s each, -Dseed=%d%n%n"
                        .formatted(
                                settings.name(),
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
                        "opened/request",
                        ""));
        lanes.forEach((lane, rounds) -> out.append(row(lane, rounds)));
        out.append('\n');
        lanes.forEach((lane, rounds) -> out.append(rates(lane, rounds)));
        return out.append('\n').append(sources()).toString();
    }

    private String row(String lane, List<Turn> rounds) {
        Histogram times = rounds.getFirst().answered().copy();
        rounds.stream().skip(1).forEach(turn -> times.add(turn.answered()));
        Failures failures = new Failures();
        rounds.forEach(turn -> failures.addAll(turn.failures()));
        double seconds = rounds.stream().mapToDouble(Turn::seconds).sum();
        long requests = times.getTotalCount() + failures.total();
        ServerView view = views.get(lane);
        return ROW.formatted(
                lane,
                requests,
                text("%.0f", seconds == 0 ? 0 : requests / seconds),
                millis(times, 50),
                millis(times, 90),
                millis(times, 99),
                millis(times, 100),
                failures.total(),
                view.peakOpen(),
                view.openedPerRequest(),
                failures);
    }

    private static String rates(String lane, List<Turn> rounds) {
        return "%-38s rate/s of each round: %s%n"
                .formatted(
                        lane,
                        rounds.stream()
                                .map(turn -> text("%.0f", turn.rate()))
                                .collect(Collectors.joining(", ")));
    }

    private String sources() {
        return """
        requests to failures: this client, around each HTTP request, so with HTTP and queueing;
        percentiles of the requests answered with 200, all rounds merged.
        peak open, opened/request: %s.
        """
                .formatted(serverSource());
    }

    private String serverSource() {
        int noticed = views.values().stream().mapToInt(ServerView::rounds).sum();
        int sent = lanes.values().stream().mapToInt(List::size).sum();
        String source =
                "the server's own counters, from %d of %d runs at %s/runs"
                        .formatted(noticed, sent, settings.baseUrl());
        return noticed == sent ? source : source + " (the rest it does not have)";
    }

    private static String millis(Histogram times, double percentile) {
        return times.getTotalCount() == 0
                ? "-"
                : text("%.1f", times.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
