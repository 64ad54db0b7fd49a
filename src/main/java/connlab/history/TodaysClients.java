package connlab.history;

import connlab.experiment.Result;
import connlab.history.ThenAndNow.Share;
import connlab.history.ThenAndNow.Side;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/** The experiment {@code memcached-clients}: its two oldest clients, one by one. */
final class TodaysClients implements Today {
    static final String EXPERIMENT = "memcached-clients";

    private static final String FIRST = "spymemcached";
    private static final String SECOND = "xmemcached";
    private static final String SETS = "10001";
    private static final String GETS = "10000";

    private final TodaysTables tables;

    TodaysClients(@Nullable Result result) {
        this.tables = new TodaysTables(result);
    }

    @Override
    public Side first(String then, String base) {
        return side(then, FIRST, base);
    }

    @Override
    public Side second(String then, String base) {
        return side(then, SECOND, base);
    }

    private Side side(String then, String client, String base) {
        String command = "curl -N -X POST '%s/experiments/%s'".formatted(base, EXPERIMENT);
        Side side = tables.side(then, client, marker(client, "total") != null, command);
        String counts = otherCounts();
        return side.command() != null || counts.isEmpty() ? side : side.noting(counts);
    }

    /** What was asked for other than the old numbers, which are the experiment's own; or empty. */
    private String otherCounts() {
        Result result = tables.result();
        Map<String, String> asked = result == null ? Map.of() : result.parameters();
        String sets = asked.getOrDefault("sets", SETS);
        String gets = asked.getOrDefault("gets", GETS);
        return sets.equals(SETS) && gets.equals(GETS)
                ? ""
                : "seconds of %s sets and %s gets; then of %s and %s"
                        .formatted(sets, gets, SETS, GETS);
    }

    @Override
    public @Nullable Double first(String figure) {
        return marker(FIRST, figure);
    }

    @Override
    public @Nullable Double second(String figure) {
        return marker(SECOND, figure);
    }

    private @Nullable Double marker(String client, String figure) {
        boolean percent = figure.endsWith("%");
        String marker = figure.replace("%", "");
        return tables.row("markers", Map.of("client", client, "marker", marker))
                .map(row -> row.number(percent ? "percent" : "exTimeSeconds"))
                .orElse(null);
    }

    @Override
    public @Nullable String ratioPath() {
        return tables.path();
    }

    @Override
    public @Nullable Share ratio(String figure) {
        return tables.row("ratio", Map.of("client", SECOND, "against", FIRST, "marker", figure))
                .map(TodaysTables.Row::share)
                .orElseGet(() -> Today.super.ratio(figure));
    }
}
