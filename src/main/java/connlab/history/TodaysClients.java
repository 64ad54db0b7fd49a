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

    private final TodaysTables tables;

    TodaysClients(@Nullable Result result) {
        this.tables = new TodaysTables(result);
    }

    @Override
    public Side first(String then, String base) {
        return tables.side(then, FIRST, command(base));
    }

    @Override
    public Side second(String then, String base) {
        return tables.side(then, SECOND, command(base));
    }

    private static String command(String base) {
        return "curl -N -X POST '%s/experiments/%s'".formatted(base, EXPERIMENT);
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
    public @Nullable Share ratio(String figure) {
        return tables.row("ratio", Map.of("client", SECOND, "against", FIRST, "marker", figure))
                .map(TodaysTables.Row::share)
                .orElseGet(() -> Today.super.ratio(figure));
    }
}
