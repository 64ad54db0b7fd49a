package connlab.load;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Rate, p99 and failures over the number of users, as a table and as curves. */
final class SweepReport {
    private static final String ROW = "%6s %-7s %10s %9s %9s %9s  %s%n";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Map<String, String> LIMITS =
            Map.of(
                    "too-many-connections", "memcached's limit of connections (-c)",
                    "timeout",
                            "no limit by itself: a busy server, or a full queue"
                                    + " (worker_connections, accept queues)",
                    "ports-exhausted", "the kernel's ephemeral ports (ip_local_port_range)",
                    "headroom", "connlab.limits.headroom below memcached's limit (-c)",
                    "no-http-answer",
                            "the service's accept queue (somaxconn, accept-count) or open files of"
                                    + " Gatling or the service");

    private final SweepSettings settings;
    private final List<Point> points;
    private final CacheLimit memcached;

    /** All rounds of one route at one number of users. */
    private record Point(
            String route,
            int users,
            long requests,
            double rate,
            double p99Millis,
            Failures failures) {

        static Point of(List<Step> rounds) {
            Histogram times = rounds.getFirst().turn().answered().copy();
            rounds.stream().skip(1).forEach(step -> times.add(step.turn().answered()));
            Failures failures = new Failures();
            rounds.forEach(step -> failures.addAll(step.turn().failures()));
            double seconds = rounds.stream().mapToDouble(step -> step.turn().seconds()).sum();
            return new Point(
                    rounds.getFirst().route(),
                    rounds.getFirst().users(),
                    times.getTotalCount() + failures.total(),
                    seconds == 0 ? 0 : times.getTotalCount() / seconds,
                    times.getValueAtPercentile(99) / NANOS_PER_MILLI,
                    failures);
        }
    }

    SweepReport(SweepSettings settings, List<Step> steps, CacheLimit memcached) {
        this.settings = settings;
        this.memcached = memcached;
        points =
                steps.stream()
                        .collect(
                                Collectors.groupingBy(
                                        step -> step.users() + " " + step.route(),
                                        LinkedHashMap::new,
                                        Collectors.toList()))
                        .values()
                        .stream()
                        .map(Point::of)
                        .sorted(Comparator.comparingInt(Point::users).thenComparing(Point::route))
                        .toList();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("\n" + head() + "\n\n");
        out.append(ROW.formatted("users", "route", "requests", "rate/s", "p99 ms", "failed", ""));
        for (Point point : points) {
            out.append(
                    ROW.formatted(
                            point.users(),
                            point.route(),
                            point.requests(),
                            text(point.rate()),
                            text(point.p99Millis()),
                            point.failures().total(),
                            point.failures()));
        }
        notes().forEach(note -> out.append('\n').append(note));
        return out.append('\n').toString();
    }

    private String head() {
        return "%s: memcached direct and through nginx, %d rounds of %d s each, -Dseed=%d"
                .formatted(
                        settings.name(),
                        settings.rounds(),
                        settings.round().toSeconds(),
                        settings.seed());
    }

    /** What the figures are, which limits hold, and which of them failures point to. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("rate: requests answered with 200 a second; p99 of these, all rounds merged.");
        notes.add(ratio());
        notes.add(
                "limits: memcached -c %s; somaxconn %s; local ports %s; open files of this process %s."
                        .formatted(
                                memcached.most(),
                                kernel("/proc/sys/net/core/somaxconn"),
                                kernel("/proc/sys/net/ipv4/ip_local_port_range"),
                                openFiles()));
        points.stream()
                .flatMap(point -> point.failures().counts().keySet().stream())
                .distinct()
                .sorted()
                .map(kind -> "%s points to %s.".formatted(kind, limit(kind)))
                .forEach(notes::add);
        return notes;
    }

    private String limit(String kind) {
        return switch (kind) {
            case "connect-refused", "server-gone", "wrong-answer" -> memcached.behindRefusals();
            default -> LIMITS.getOrDefault(kind, "no limit: look at the service's log");
        };
    }

    /** The old benchmark's figure: the mean of the steps' ratios. */
    private String ratio() {
        Map<Integer, Double> direct = rates("direct");
        Map<Integer, Double> nginx = rates("nginx");
        double mean =
                direct.keySet().stream()
                        .filter(users -> direct.get(users) > 0)
                        .mapToDouble(users -> nginx.getOrDefault(users, 0.0) / direct.get(users))
                        .average()
                        .orElse(Double.NaN);
        return String.format(
                Locale.ROOT, "nginx / direct: %.1f %% of the rate, mean of the steps.", 100 * mean);
    }

    private Map<Integer, Double> rates(String route) {
        return points.stream()
                .filter(point -> point.route().equals(route))
                .collect(Collectors.toMap(Point::users, Point::rate));
    }

    private static String kernel(String file) {
        try {
            // Not readString: the kernel answers only the first read, and that one asks for a byte.
            return Files.readAllLines(Path.of(file)).getFirst().strip().replaceAll("\\s+", "-");
        } catch (IOException _) {
            return "unknown";
        }
    }

    private static String openFiles() {
        try {
            return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                    .filter(line -> line.startsWith("Max open files"))
                    .map(line -> line.split("\\s{2,}")[1])
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException _) {
            return "unknown";
        }
    }

    /** The same as curves over the number of users. */
    CurveFile curves() {
        List<Chart> charts =
                List.of(
                        chart("requests answered per second", Point::rate),
                        chart("99th percentile, ms", Point::p99Millis),
                        chart("failed requests", point -> point.failures().total()));
        return new CurveFile(settings.name(), head(), charts, toString());
    }

    private Chart chart(String title, ToDoubleFunction<Point> figure) {
        Chart chart = new Chart(title, "users");
        for (String route : SweepSettings.ROUTES) {
            chart.line(
                    route,
                    points.stream()
                            .filter(point -> point.route().equals(route))
                            .map(point -> new Chart.Dot(point.users(), figure.applyAsDouble(point)))
                            .toList());
        }
        return chart;
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
    }
}
