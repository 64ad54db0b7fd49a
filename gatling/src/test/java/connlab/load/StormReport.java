package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What a storm did to the server and to its callers, as text. */
final class StormReport {
    private static final String PHASE = "%-8s %10s %9s %9s %9s %9s %9s  %s%n";
    private static final String MOMENT = "%8s %6s %9s %10s %8s %7s  %s%n";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int BAR = 40;

    /** Requests that are in flight by chance when it is calm. */
    private static final long FEW = 2;

    private final StormSettings settings;
    private final String pool;
    private final List<Step> phases;
    private final List<Moment> moments;

    /**
     * One live frame.
     *
     * @param seconds its end, from the begin of the spike
     * @param open the most connections that the server had open in it; {@code NaN} if unknown
     * @param inFlight requests that the service was working at, at its end
     */
    record Moment(
            double seconds,
            double open,
            double openedPerSecond,
            long inFlight,
            double perSecond,
            long failed) {

        static Moment of(JsonNode frame, long spikeMillis, String backend, String lane) {
            JsonNode server = named(frame.path("backends"), backend);
            JsonNode trials = named(frame.path("lanes"), lane);
            long failed = 0;
            for (JsonNode count : trials.path("failures")) {
                failed += count.asLong();
            }
            return new Moment(
                    (frame.path("time").asLong() - spikeMillis) / 1e3,
                    server.path("peak").isNumber() ? server.path("peak").asDouble() : Double.NaN,
                    server.path("openedPerSecond").asDouble(Double.NaN),
                    trials.path("inFlight").asLong(),
                    trials.path("perSecond").asDouble(),
                    failed);
        }

        private static JsonNode named(JsonNode list, String name) {
            for (JsonNode one : list) {
                if (one.path("name").asText().equals(name)) {
                    return one;
                }
            }
            return list.path(list.size());
        }
    }

    StormReport(
            StormSettings settings,
            String pool,
            List<Step> phases,
            List<JsonNode> frames,
            String backend) {
        this.settings = settings;
        this.pool = pool;
        this.phases = phases;
        long spike = phases.get(1).turn().firstEpochMillis();
        this.moments = new ArrayList<>();
        for (JsonNode frame : frames) {
            Moment moment = Moment.of(frame, spike, backend, settings.lane());
            if (moment.seconds() >= -settings.before().toSeconds()) {
                moments.add(moment);
            }
        }
    }

    /**
     * Seconds from the begin of the spike to the first moment since when no more requests were in
     * flight than ever before it, or than two; empty if it did not come.
     */
    static OptionalDouble calmAfter(List<Moment> moments) {
        long before =
                moments.stream()
                        .filter(moment -> moment.seconds() < 0)
                        .mapToLong(Moment::inFlight)
                        .reduce(FEW, Math::max);
        OptionalDouble calm = OptionalDouble.empty();
        for (Moment moment : moments) {
            if (moment.seconds() >= 0) {
                if (moment.inFlight() > before) {
                    calm = OptionalDouble.empty();
                } else if (calm.isEmpty()) {
                    calm = OptionalDouble.of(moment.seconds());
                }
            }
        }
        return calm;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("\n" + head() + "\n\n");
        out.append(
                PHASE.formatted(
                        "phase", "requests", "p50 ms", "p90 ms", "p99 ms", "max ms", "failed", ""));
        phases.forEach(phase -> out.append(row(phase)));
        out.append('\n').append(curve()).append('\n');
        OptionalDouble calm = calmAfter(moments);
        out.append(
                calm.isPresent()
                        ? String.format(
                                Locale.ROOT,
                                "calm again %.1f s after the spike began: no more in flight than"
                                        + " before it.%n",
                                calm.getAsDouble())
                        : "not calm again before the end: more in flight than before the spike.\n");
        return out.append(refused()).toString();
    }

    private String head() {
        return "%s on %s, %s: %.0f requests/s for %d s, %.0f new callers/s for %d s, %.0f/s for %d s"
                .formatted(
                        settings.name(),
                        settings.lane(),
                        pool,
                        settings.rate(),
                        settings.before().toSeconds(),
                        settings.spike(),
                        settings.length().toSeconds(),
                        settings.rate(),
                        settings.after().toSeconds());
    }

    private static String row(Step phase) {
        Histogram times = phase.turn().answered();
        long failed = phase.turn().failed();
        return PHASE.formatted(
                phase.route(),
                times.getTotalCount() + failed,
                millis(times, 50),
                millis(times, 90),
                millis(times, 99),
                millis(times, 100),
                failed,
                classes(phase.failures()));
    }

    private static String classes(Map<String, Long> failures) {
        return failures.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The server's open connections over time, until a while after the spike. */
    private String curve() {
        double most =
                moments.stream().mapToDouble(Moment::open).filter(o -> o >= 0).max().orElse(1);
        StringBuilder out =
                new StringBuilder(
                        MOMENT.formatted(
                                "seconds",
                                "open",
                                "opened/s",
                                "in flight",
                                "ended/s",
                                "failed",
                                "open on the server, the most in each quarter of a second"));
        for (Moment moment : moments) {
            boolean known = !Double.isNaN(moment.open());
            out.append(
                    MOMENT.formatted(
                            text("%.2f", moment.seconds()),
                            known ? text("%.0f", moment.open()) : "-",
                            Double.isNaN(moment.openedPerSecond())
                                    ? "-"
                                    : text("%.0f", moment.openedPerSecond()),
                            moment.inFlight(),
                            text("%.0f", moment.perSecond()),
                            moment.failed(),
                            known
                                    ? "#"
                                            .repeat(
                                                    (int)
                                                            Math.round(
                                                                    moment.open()
                                                                            / Math.max(1, most)
                                                                            * BAR))
                                    : ""));
        }
        return out.toString();
    }

    private String refused() {
        String classes =
                phases.stream()
                        .map(phase -> classes(phase.failures()))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; "));
        return classes.isEmpty() ? "refused: nobody.\n" : "refused or failed: " + classes + ".\n";
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
