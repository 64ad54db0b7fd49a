package connlab.run;

import connlab.run.Run.Doubt;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to know before believing a figure. A doubt marks the figure that it touches, not the run.
 */
final class Doubts {
    private static final double SHORTEST_SECONDS = 3;
    private static final Duration WARM_AFTER = Duration.ofSeconds(30);

    /** Share of the run's time that one compiler thread may be busy before the code is cold. */
    private static final double COMPILER_SHARE = 0.1;

    private static final double COLLECTOR_SHARE = 0.01;

    private static final long MILLIS_PER_TICK = LinuxCounters.NANOS_PER_TICK / 1_000_000;

    /** So many steps of the kernel's count of processor time are right to within a tenth. */
    private static final int FEWEST_TICKS = 10;

    /** Times beyond a percentile that make it more than the accident of a few trials. */
    private static final int BEYOND = 10;

    private final List<Doubt> doubts = new ArrayList<>();

    static List<Doubt> of(
            Tally tally,
            long failed,
            @Nullable ServerFigures window,
            HostWatch.@Nullable Span span,
            @Nullable HostFigures host,
            boolean alone,
            Optional<String> unasked) {
        Doubts doubts = new Doubts();
        double seconds = (tally.endNanos() - tally.beginNanos()) / 1e9;
        long succeeded = tally.trial().count();
        doubts.length(seconds);
        doubts.trials(succeeded);
        if (failed > 0) {
            doubts.add(
                    "trial",
                    "%d of %d trials failed; their times are not in it"
                            .formatted(failed, failed + succeeded));
        }
        unasked.ifPresent(what -> doubts.add("trial", what));
        doubts.server(window);
        doubts.jvm(span, seconds, tally.beginNanos());
        if (host != null) {
            double trials = failed + succeeded;
            doubts.processors("service", host.serviceCpuMicrosPerTrial(), trials);
            doubts.processors("server", host.serverCpuMicrosPerTrial(), trials);
        }
        if (!alone) {
            doubts.add("trial", "another run was under way at the same time");
        }
        return List.copyOf(doubts.doubts);
    }

    private void length(double seconds) {
        if (seconds < SHORTEST_SECONDS) {
            add(
                    "perSecond",
                    "only %.2f s long; %.0f s or more tell a rate"
                            .formatted(seconds, SHORTEST_SECONDS));
        }
    }

    private void trials(long succeeded) {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("p90Micros", 90.0);
        percentiles.put("p95Micros", 95.0);
        percentiles.put("p99Micros", 99.0);
        percentiles.put("p999Micros", 99.9);
        percentiles.forEach(
                (figure, percent) -> {
                    long needed = Math.round(BEYOND * 100 / (100 - percent));
                    if (succeeded < needed) {
                        add(
                                "trial." + figure,
                                "%d trials; it takes %d".formatted(succeeded, needed));
                    }
                });
    }

    private void server(@Nullable ServerFigures window) {
        if (window == null) {
            add("window", "the server was not sampled before and after the run");
            return;
        }
        if (window.shared()) {
            add("window", "shared: other trials used the server in this window");
        }
        if (window.restarted()) {
            add("window.opened", "the server was restarted");
        } else if (window.opened() == null) {
            add("window.opened", "no sample from before the run, or no such counter");
        }
        if (window.missed() > 0) {
            add(
                    "window.peakOpen",
                    "%d of %d samples were missed"
                            .formatted(window.missed(), window.missed() + window.samples()));
        }
    }

    private void jvm(HostWatch.@Nullable Span host, double seconds, long beginNanos) {
        if (host == null) {
            return;
        }
        long upMillis = host.last().uptimeMillis() - (host.last().nanos() - beginNanos) / 1_000_000;
        if (upMillis < WARM_AFTER.toMillis()) {
            add("trial", "the JVM was cold: the run began within its first 30 s");
        }
        long compiled = host.last().compilerMillis() - host.first().compilerMillis();
        if (compiled > COMPILER_SHARE * host.nanos() / 1e6) {
            add("trial", "the JVM was cold: it compiled for %d ms".formatted(compiled));
        }
        long collected = host.last().collectorMillis() - host.first().collectorMillis();
        if (collected > 0) {
            String figure =
                    collected > COLLECTOR_SHARE * seconds * 1e3
                            ? "trial.p99Micros"
                            : "trial.maxMicros";
            add(figure, "the garbage collector paused it for %d ms".formatted(collected));
        }
    }

    private void processors(String of, @Nullable Double microsPerTrial, double trials) {
        if (microsPerTrial == null) {
            return;
        }
        long millis = Math.round(microsPerTrial * trials / 1e3);
        if (millis < FEWEST_TICKS * MILLIS_PER_TICK) {
            add(
                    "host." + of + "CpuMicrosPerTrial",
                    "%d ms in all, and the kernel counts in steps of %d"
                            .formatted(millis, MILLIS_PER_TICK));
        }
    }

    private void add(String figure, String reason) {
        doubts.add(new Doubt(figure, reason));
    }
}
