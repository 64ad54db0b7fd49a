package connlab.history;

import connlab.history.ThenAndNow.Share;
import connlab.history.ThenAndNow.Side;
import connlab.run.Comparison;
import connlab.run.Latencies;
import connlab.run.Ratio;
import connlab.run.Run;
import connlab.run.ServerFigures;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The newest usable runs of two lanes, and the comparison of their rounds where it is possible. */
final class TodaysRuns implements Today {
    /** As the first of the old benchmarks loaded; without -n, ab stops at 50,000 requests. */
    private static final String AB = "ab -k -c 200 -t 10 -n 10000000";

    /** Parts of a run that have figures which were published then. */
    private static final List<String> SHOWN =
            List.of("perSecond", "failed", "trial", "window.peak");

    private final OldBenchmark.@Nullable Load then;
    private final Way first;
    private final Way second;
    private final @Nullable Newest newestFirst;
    private final @Nullable Newest newestSecond;
    private final Map<String, Ratio> ratios = new HashMap<>();

    /**
     * How one of the two is measured.
     *
     * @param path what to load for it: {@code /connect}
     */
    record Way(String lane, String path) {}

    /**
     * Chooses the runs.
     *
     * @param runs the newest first
     */
    TodaysRuns(List<Run> runs, OldBenchmark.@Nullable Load then, Way first, Way second) {
        this.then = then;
        this.first = first;
        this.second = second;
        this.newestFirst = newest(runs, first);
        this.newestSecond = newest(runs, second);
        try {
            Comparison comparison = Comparison.of(runs, second.lane(), first.lane(), null);
            boolean turned = comparison.first().equals(first.lane());
            comparison.ratios().forEach(r -> ratios.put(r.figure(), turned ? r.inverted() : r));
        } catch (Comparison.TooFewRounds _) {
            // A single pair has a ratio too, without an interval.
        }
    }

    private static @Nullable Newest newest(List<Run> runs, Way way) {
        return runs.stream()
                .filter(run -> run.lane().equals(way.lane()) && run.usable())
                .findFirst()
                .map(Newest::of)
                .orElse(null);
    }

    /** A run with its times. */
    private record Newest(Run run, @Nullable Latencies times) {
        static Newest of(Run run) {
            Map<String, Latencies.Encoded> kept = run.histograms();
            Latencies.Encoded times = kept == null ? null : kept.get("trial");
            return new Newest(run, times == null ? null : Latencies.decode(times));
        }

        @Nullable Double figure(String name) {
            return switch (name) {
                case "perSecond" -> run.perSecond();
                case "trials" -> (double) run.trials();
                case "failed" -> (double) run.failed();
                case "peakOpen" -> peakOpen();
                default -> times == null ? null : nanos(name, times) / 1e6;
            };
        }

        private @Nullable Double peakOpen() {
            ServerFigures window = run.window();
            return window == null ? null : window.peakOpen();
        }

        private static double nanos(String name, Latencies times) {
            return switch (name) {
                case "minMillis" -> times.min();
                case "meanMillis" -> times.mean();
                case "deviationMillis" -> times.deviation();
                case "maxMillis" -> times.max();
                default -> times.percentile(percent(name));
            };
        }

        /** 99 for {@code p99Millis}. */
        private static double percent(String name) {
            if (!name.matches("p[0-9]+Millis")) {
                throw new IllegalStateException("old-benchmarks.json asks for " + name);
            }
            return Double.parseDouble(name.replaceAll("[^0-9]", ""));
        }
    }

    @Override
    public Side first(String called, String base) {
        return side(called, first, newestFirst, base);
    }

    @Override
    public Side second(String called, String base) {
        return side(called, second, newestSecond, base);
    }

    private Side side(String called, Way way, @Nullable Newest newest, String base) {
        if (newest == null) {
            String command = "%s '%s%s'".formatted(AB, base, way.path());
            return new Side(called, way.lane(), null, null, command, List.of());
        }
        Run run = newest.run();
        return new Side(called, way.lane(), "/runs/" + run.id(), told(run), null, notes(run));
    }

    private static String told(Run run) {
        return String.format(
                Locale.ROOT,
                "run of %s, %,.1f s, at most %,d at once%s",
                run.begin().toString().substring(0, 19),
                run.seconds(),
                run.inFlightPeak(),
                run.label().isEmpty() ? "" : ", labelled " + run.label());
    }

    private List<String> notes(Run run) {
        List<String> notes = new ArrayList<>();
        if (then != null) {
            unlike(run, then, notes);
        }
        String doubtful =
                run.doubts().stream()
                        .map(Run.Doubt::figure)
                        .filter(figure -> SHOWN.stream().anyMatch(figure::startsWith))
                        .distinct()
                        .collect(Collectors.joining(", "));
        if (!doubtful.isEmpty()) {
            notes.add("deserves doubt, and the run says why: " + doubtful);
        }
        return notes;
    }

    private static void unlike(Run run, OldBenchmark.Load then, List<String> notes) {
        int least = then.leastAtOnce();
        int most = then.mostAtOnce();
        if (run.inFlightPeak() < least || run.inFlightPeak() > most) {
            notes.add(
                    "at most %d at once in the service; then %s callers"
                            .formatted(
                                    run.inFlightPeak(),
                                    least == most ? least : least + " to " + most));
        }
        Double seconds = then.seconds();
        if (seconds != null && Math.abs(run.seconds() / seconds - 1) > 0.1) {
            notes.add(
                    String.format(
                            Locale.ROOT,
                            "counts are of %.1f s; then of %.0f s",
                            run.seconds(),
                            seconds));
        }
    }

    @Override
    public @Nullable Double first(String figure) {
        return newestFirst == null ? null : newestFirst.figure(figure);
    }

    @Override
    public @Nullable Double second(String figure) {
        return newestSecond == null ? null : newestSecond.figure(figure);
    }

    @Override
    public @Nullable String ratioPath() {
        return ratios.isEmpty()
                ? null
                : "/runs/compare?lanes=%s,%s".formatted(first.lane(), second.lane());
    }

    /** Rounds of both in turn, with the quiet between them that tells runs apart. */
    @Override
    public @Nullable String ratioCommand(String base) {
        return ratios.isEmpty()
                ? ("for i in 1 2 3 4 5; do for path in '%s' '%s'; do"
                                + " %s -H \"X-Connlab-Run: then-and-now/$i\" \"%s$path\";"
                                + " sleep 3; done; done")
                        .formatted(first.path(), second.path(), AB, base)
                : null;
    }

    @Override
    public @Nullable Share ratio(String figure) {
        Ratio ratio = ratios.get(figure.replace("Millis", "Micros"));
        return ratio == null
                ? Today.super.ratio(figure)
                : new Share(ratio.ratio(), ratio.low(), ratio.high());
    }
}
