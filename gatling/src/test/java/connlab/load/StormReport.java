package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

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
    private final List<Turn> phases;
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
            List<Turn> phases,
            List<JsonNode> frames,
            String backend) {
        this.settings = settings;
        this.pool = pool;
        this.phases = phases;
        long spike = phases.get(1).firstEpochMillis();
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
        out.append(calm());
        out.append(
                String.format(
                        Locale.ROOT,
                        "the last caller of the spike had an answer %.1f s after it began.%n",
                        phases.get(1).seconds()));
        return out.append(refused()).toString();
    }

    private String calm() {
        if (moments.isEmpty()) {
            return "time to calm: unknown, since %s/live sent nothing.\n"
                    .formatted(settings.baseUrl());
        }
        OptionalDouble calm = calmAfter(moments);
        return calm.isPresent()
                ? String.format(
                        Locale.ROOT,
                        "calm again %.1f s after the spike began: no more in flight than before"
                                + " it.%n",
                        calm.getAsDouble())
                : "not calm again before the end: more in flight than before the spike.\n";
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

    private static String row(Turn phase) {
        Histogram times = phase.answered();
        return PHASE.formatted(
                phase.way().title(),
                times.getTotalCount() + phase.failures().total(),
                millis(times, 50),
                millis(times, 90),
                millis(times, 99),
                millis(times, 100),
                phase.failures().total(),
                phase.failures());
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
        Failures all = new Failures();
        phases.forEach(phase -> all.addAll(phase.failures()));
        return all.total() == 0 ? "refused: nobody.\n" : "refused or failed: " + all + ".\n";
    }

    /** The same as curves over time. */
    CurveFile curves() {
        List<Chart> charts =
                List.of(
                        chart("connections open on the server", Moment::open),
                        chart("requests in flight", Moment::inFlight),
                        chart("failed requests", Moment::failed));
        return new CurveFile(settings.name(), head(), charts, toString());
    }

    private Chart chart(String title, ToDoubleFunction<Moment> figure) {
        List<Chart.Dot> known =
                moments.stream()
                        .map(m -> new Chart.Dot(m.seconds(), figure.applyAsDouble(m)))
                        .filter(dot -> !Double.isNaN(dot.y()))
                        .toList();
        return new Chart(title, "seconds from the begin of the spike").line("", known);
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
