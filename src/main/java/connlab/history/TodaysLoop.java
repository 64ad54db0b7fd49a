package connlab.history;

import connlab.experiment.Result;
import connlab.history.ThenAndNow.Share;
import connlab.history.ThenAndNow.Side;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/** The experiment {@code connect-loop}, for 20 connects however many it made. */
final class TodaysLoop implements Today {
    static final String EXPERIMENT = "connect-loop";

    private static final String MYSQL = "mysql-per-request";
    private static final String POSTGRES = "postgres-per-request";
    private static final int CONNECTS = 20;

    private final TodaysTables tables;

    TodaysLoop(@Nullable Result result) {
        this.tables = new TodaysTables(result);
    }

    @Override
    public Side first(String then, String base) {
        return tables.side(then, MYSQL, seconds(MYSQL, "plain") != null, command(base));
    }

    @Override
    public Side second(String then, String base) {
        return tables.side(then, POSTGRES, seconds(POSTGRES, "plain") != null, command(base));
    }

    private static String command(String base) {
        return "curl -N -X POST '%s/experiments/%s?times=%d'".formatted(base, EXPERIMENT, CONNECTS);
    }

    @Override
    public @Nullable Double first(String figure) {
        return seconds(MYSQL, figure);
    }

    @Override
    public @Nullable Double second(String figure) {
        return seconds(POSTGRES, figure);
    }

    private @Nullable Double seconds(String lane, String figure) {
        Double micros =
                tables.row("loop", Map.of("lane", lane, "query", figure.equals("query")))
                        .map(row -> row.number("perConnectMicros"))
                        .orElse(null);
        return micros == null ? null : micros * CONNECTS / 1e6;
    }

    @Override
    public @Nullable String ratioPath() {
        return tables.path();
    }

    @Override
    public @Nullable Share ratio(String figure) {
        Map<String, Object> where =
                Map.of("first", POSTGRES, "second", MYSQL, "query", figure.equals("query"));
        return tables.row("ratio", where).map(TodaysTables.Row::share).orElse(null);
    }
}
