package connlab.history;

import connlab.experiment.Report;
import connlab.experiment.Result;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

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

    /** Where the experiment's result is found; null while there is none. */
    @Nullable String path() {
        return result == null ? null : "/experiments/" + result.experiment();
    }

    /**
     * One side of a comparison that an experiment makes.
     *
     * @param found whether the result has figures of it
     */
    ThenAndNow.Side side(String then, String now, boolean found, String command) {
        if (result == null || !found) {
            return new ThenAndNow.Side(then, now, null, null, command, whyNot(now));
        }
        return new ThenAndNow.Side(then, now, path(), told(result), null, List.of());
    }

    private static String told(Result result) {
        String asked =
                result.parameters().entrySet().stream()
                        .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                        .sorted()
                        .collect(Collectors.joining(" "));
        return "experiment %s of %s%s"
                .formatted(
                        result.experiment(),
                        result.begin().toString().substring(0, 19),
                        asked.isEmpty() ? "" : ", asked with " + asked);
    }

    /** What the last result says of something that it has no figures of. */
    private List<String> whyNot(String now) {
        Report report = result == null ? null : result.report();
        return report == null
                ? List.of()
                : report.notes().stream().filter(note -> note.startsWith(now)).toList();
    }
}
