package connlab.history;

import connlab.history.ThenAndNow.Share;
import connlab.history.ThenAndNow.Side;
import connlab.run.Comparison;
import connlab.run.Ratio;
import connlab.run.Run;
import connlab.run.ServerFigures;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The newest usable runs of two lanes, and the comparison of their rounds where it is possible. */
final class TodaysRuns implements Today {
    private static final Map<String, Function<Run, @Nullable Double>> FIGURES = figures();

    private final String first;
    private final String second;
    private final String firstPath;
    private final String secondPath;
    private final @Nullable Run newestFirst;
    private final @Nullable Run newestSecond;
    private final Map<String, Ratio> ratios = new HashMap<>();

    /**
     * @param runs the newest first
     * @param firstPath what to load for a run of the first lane: {@code /connect}
     */
    TodaysRuns(List<Run> runs, String first, String firstPath, String second, String secondPath) {
        this.first = first;
        this.second = second;
        this.firstPath = firstPath;
        this.secondPath = secondPath;
        this.newestFirst = newest(runs, first);
        this.newestSecond = newest(runs, second);
        try {
            Comparison comparison = Comparison.of(runs, second, first, null);
            boolean turned = comparison.first().equals(first);
            comparison.ratios().forEach(r -> ratios.put(r.figure(), turned ? r.inverted() : r));
        } catch (Comparison.TooFewRounds _) {
            // A single pair has a ratio too, without an interval.
        }
    }

    private static @Nullable Run newest(List<Run> runs, String lane) {
        return runs.stream()
                .filter(run -> run.lane().equals(lane) && run.usable())
                .findFirst()
                .orElse(null);
    }

    private static Map<String, Function<Run, @Nullable Double>> figures() {
        Map<String, Function<Run, @Nullable Double>> figures = new HashMap<>();
        figures.put("perSecond", Run::perSecond);
        figures.put("trials", run -> (double) run.trials());
        figures.put("failed", run -> (double) run.failed());
        figures.put("peakOpen", TodaysRuns::peakOpen);
        times(figures, "mean", Run.Times::meanMicros);
        times(figures, "p50", Run.Times::p50Micros);
        times(figures, "p75", Run.Times::p75Micros);
        times(figures, "p90", Run.Times::p90Micros);
        times(figures, "p95", Run.Times::p95Micros);
        times(figures, "p99", Run.Times::p99Micros);
        times(figures, "max", Run.Times::maxMicros);
        return figures;
    }

    private static void times(
            Map<String, Function<Run, @Nullable Double>> figures,
            String name,
            Function<Run.Times, Double> micros) {
        figures.put(
                name + "Millis",
                run -> {
                    Run.Times times = run.trial();
                    return times == null ? null : micros.apply(times) / 1e3;
                });
    }

    private static @Nullable Double peakOpen(Run run) {
        ServerFigures window = run.window();
        return window == null ? null : window.peakOpen();
    }

    @Override
    public Side first(String then, String base) {
        return side(then, first, newestFirst, base + firstPath);
    }

    @Override
    public Side second(String then, String base) {
        return side(then, second, newestSecond, base + secondPath);
    }

    private static Side side(String then, String lane, @Nullable Run run, String url) {
        String command = "ab -k -c 200 -t 10 -n 10000000 '%s'".formatted(url);
        return run == null
                ? new Side(then, lane, null, null, command)
                : new Side(then, lane, "/runs/" + run.id(), told(run), null);
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

    @Override
    public @Nullable Double first(String figure) {
        return figure(newestFirst, figure);
    }

    @Override
    public @Nullable Double second(String figure) {
        return figure(newestSecond, figure);
    }

    private static @Nullable Double figure(@Nullable Run run, String figure) {
        Function<Run, @Nullable Double> value = FIGURES.get(figure);
        if (value == null) {
            throw new IllegalStateException("old-benchmarks.json asks for " + figure);
        }
        return run == null ? null : value.apply(run);
    }

    @Override
    public @Nullable Share ratio(String figure) {
        Ratio ratio = ratios.get(figure.replace("Millis", "Micros"));
        return ratio == null
                ? Today.super.ratio(figure)
                : new Share(ratio.ratio(), ratio.low(), ratio.high());
    }
}
