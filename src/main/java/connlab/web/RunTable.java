package connlab.web;

import connlab.run.HostFigures;
import connlab.run.ProxyFigures;
import connlab.run.Run;
import connlab.run.ServerFigures;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The figures of runs as the columns of a table: what text, HTML and CSV show. Each has its path in
 * the JSON as its name; none is computed here.
 */
final class RunTable {
    /** Those that fit a terminal. */
    private static final List<String> SHORT =
            List.of(
                    "id",
                    "lane",
                    "label",
                    "seconds",
                    "trials",
                    "failed",
                    "perSecond",
                    "trial.p50Micros",
                    "trial.p99Micros",
                    "inFlightPeak",
                    "window.peakOpen",
                    "window.opened",
                    "window.openedPerTrial");

    private static final Map<String, Function<Run, @Nullable Object>> COLUMNS = columns();

    private RunTable() {}

    static List<String> allColumns() {
        return List.copyOf(COLUMNS.keySet());
    }

    static List<String> shortColumns() {
        return SHORT;
    }

    /** One column of a run; null is unknown. */
    static @Nullable Object cell(Run run, String column) {
        Function<Run, @Nullable Object> value = COLUMNS.get(column);
        return value == null ? null : value.apply(run);
    }

    private static Map<String, Function<Run, @Nullable Object>> columns() {
        Map<String, Function<Run, @Nullable Object>> columns = new LinkedHashMap<>();
        columns.put("id", Run::id);
        columns.put("instance", Run::instance);
        columns.put("lane", Run::lane);
        columns.put("backend", Run::backend);
        columns.put("route", Run::route);
        columns.put("strategy", Run::strategy);
        columns.put("label", Run::label);
        columns.put("begin", Run::begin);
        columns.put("seconds", Run::seconds);
        columns.put("trials", Run::trials);
        columns.put("failed", Run::failed);
        columns.put("perSecond", Run::perSecond);
        columns.put("inFlightPeak", Run::inFlightPeak);
        times(columns, "trial", Run::trial);
        times(columns, "intended", Run::intended);
        for (String phase : List.of("wait", "init", "connect", "query", "set", "get", "close")) {
            times(columns, "phases." + phase, run -> run.phases().get(phase));
        }
        window(columns);
        proxy(columns);
        host(columns);
        columns.put("server", run -> run.environment().server());
        columns.put("client", run -> run.environment().client());
        columns.put("failures", run -> counts(run.failures()));
        columns.put("refusedBy", RunTable::refusedBy);
        columns.put("preflight", RunTable::preflight);
        columns.put("doubts", RunTable::doubts);
        return columns;
    }

    private static void times(
            Map<String, Function<Run, @Nullable Object>> columns,
            String name,
            Function<Run, Run.@Nullable Times> times) {
        Map<String, Function<Run.Times, @Nullable Object>> figures = new LinkedHashMap<>();
        figures.put("meanMicros", Run.Times::meanMicros);
        figures.put("p50Micros", Run.Times::p50Micros);
        figures.put("p75Micros", Run.Times::p75Micros);
        figures.put("p90Micros", Run.Times::p90Micros);
        figures.put("p95Micros", Run.Times::p95Micros);
        figures.put("p99Micros", Run.Times::p99Micros);
        figures.put("p999Micros", Run.Times::p999Micros);
        figures.put("maxMicros", Run.Times::maxMicros);
        nested(columns, name, times, figures);
    }

    private static void window(Map<String, Function<Run, @Nullable Object>> columns) {
        Map<String, Function<ServerFigures, @Nullable Object>> figures = new LinkedHashMap<>();
        figures.put("peakOpen", ServerFigures::peakOpen);
        figures.put("meanOpen", ServerFigures::meanOpen);
        figures.put("highWater", ServerFigures::highWater);
        figures.put("opened", ServerFigures::opened);
        figures.put(
                "openedPerTrial", figure -> figure.shared() ? "shared" : figure.openedPerTrial());
        figures.put("refused", ServerFigures::refused);
        figures.put("aborted", ServerFigures::aborted);
        figures.put("shared", ServerFigures::shared);
        figures.put("restarted", ServerFigures::restarted);
        figures.put("missed", ServerFigures::missed);
        nested(columns, "window", Run::window, figures);
    }

    private static void proxy(Map<String, Function<Run, @Nullable Object>> columns) {
        Map<String, Function<ProxyFigures, @Nullable Object>> figures = new LinkedHashMap<>();
        figures.put("name", ProxyFigures::name);
        figures.put("peakClientsActive", ProxyFigures::peakClientsActive);
        figures.put("peakClientsWaiting", ProxyFigures::peakClientsWaiting);
        figures.put("peakServersOpen", ProxyFigures::peakServersOpen);
        figures.put("longestWaitSeconds", ProxyFigures::longestWaitSeconds);
        figures.put("transactions", ProxyFigures::transactions);
        nested(columns, "proxy", Run::proxy, figures);
    }

    private static void host(Map<String, Function<Run, @Nullable Object>> columns) {
        Map<String, Function<HostFigures, @Nullable Object>> figures = new LinkedHashMap<>();
        figures.put("serviceCpuMicrosPerTrial", HostFigures::serviceCpuMicrosPerTrial);
        figures.put("serverCpuMicrosPerTrial", HostFigures::serverCpuMicrosPerTrial);
        figures.put("otherCpuCores", HostFigures::otherCpuCores);
        figures.put("timeWaitPeak", HostFigures::timeWaitPeak);
        figures.put("listenOverflows", HostFigures::listenOverflows);
        figures.put("collectorMillis", HostFigures::collectorMillis);
        nested(columns, "host", Run::host, figures);
    }

    /** The figures of a part that a run may lack; all of them are unknown then. */
    private static <P> void nested(
            Map<String, Function<Run, @Nullable Object>> columns,
            String name,
            Function<Run, @Nullable P> part,
            Map<String, Function<P, @Nullable Object>> figures) {
        figures.forEach(
                (figure, value) ->
                        columns.put(
                                name + "." + figure,
                                run -> {
                                    P known = part.apply(run);
                                    return known == null ? null : value.apply(known);
                                }));
    }

    private static String counts(Map<String, Long> failures) {
        List<String> words = new ArrayList<>();
        failures.forEach((kind, count) -> words.add(kind + " " + count));
        return String.join(", ", words);
    }

    private static @Nullable String refusedBy(Run run) {
        Map<String, Map<String, Long>> all = run.refusedBy();
        if (all == null) {
            return null;
        }
        List<String> words = new ArrayList<>();
        all.forEach((who, failures) -> words.add(who + ": " + counts(failures)));
        return String.join("; ", words);
    }

    private static @Nullable String preflight(Run run) {
        List<String> lines = run.preflight();
        return lines == null ? null : String.join("; ", lines);
    }

    private static String doubts(Run run) {
        List<String> words = new ArrayList<>();
        run.doubts().forEach(doubt -> words.add(doubt.figure() + ": " + doubt.reason()));
        return String.join("; ", words);
    }
}
