package connlab.history;

import connlab.experiment.Report;
import connlab.experiment.Result;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The tables of an experiment's last result. */
record TodaysTables(@Nullable Result result) {

    /** The row in which these columns have these values; empty while there is none. */
    Optional<Row> row(String table, Map<String, Object> where) {
        Report report = result == null ? null : result.report();
        if (report == null) {
            return Optional.empty();
        }
        for (Report.Table one : report.tables()) {
            for (List<@Nullable Object> cells : one.rows()) {
                Row row = new Row(one.columns(), cells);
                if (one.name().equals(table) && row.has(where)) {
                    return Optional.of(row);
                }
            }
        }
        return Optional.empty();
    }

    /** One row of a table. */
    record Row(List<String> columns, List<@Nullable Object> cells) {
        private boolean has(Map<String, Object> values) {
            return values.entrySet().stream()
                    .allMatch(value -> Objects.equals(cell(value.getKey()), value.getValue()));
        }

        private @Nullable Object cell(String column) {
            int index = columns.indexOf(column);
            return index < 0 ? null : cells.get(index);
        }

        @Nullable Double number(String column) {
            return cell(column) instanceof Number number
                    ? Double.valueOf(number.doubleValue())
                    : null;
        }

        ThenAndNow.@Nullable Share share() {
            Double ratio = number("ratio");
            return ratio == null
                    ? null
                    : new ThenAndNow.Share(ratio, number("low"), number("high"));
        }
    }

    /** One side of a comparison that an experiment makes. */
    ThenAndNow.Side side(String then, String now, String command) {
        return result == null
                ? new ThenAndNow.Side(then, now, null, null, command)
                : new ThenAndNow.Side(
                        then,
                        now,
                        "/experiments/" + result.experiment(),
                        "experiment %s of %s"
                                .formatted(
                                        result.experiment(),
                                        result.begin().toString().substring(0, 19)),
                        null);
    }
}
