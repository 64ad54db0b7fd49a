package connlab.web;

import connlab.experiment.Report;
import connlab.experiment.Result;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

import java.util.List;
import java.util.stream.Collectors;

/** The result of an experiment as text, CSV and HTML: its tables, its notes, last its verdict. */
final class ReportFaces {
    private ReportFaces() {}

    static String text(Result result) {
        return text(result, true);
    }

    private static String text(Result result, boolean bars) {
        Report report = result.report();
        if (report == null) {
            return "%s %s: %s%n"
                    .formatted(result.experiment(), result.state().label(), result.reason());
        }
        StringBuilder out = new StringBuilder();
        for (Report.Table table : report.tables()) {
            TextTable text = new TextTable(table.columns().toArray(String[]::new));
            for (List<@Nullable Object> row : table.rows()) {
                text.row(row.stream().map(Rounded::shown).toArray());
            }
            out.append(table.name()).append("\n\n").append(text).append('\n');
            out.append(bars ? CurveFaces.text(table) : "");
        }
        report.notes().forEach(note -> out.append("note: ").append(note).append('\n'));
        return out.append(report.notes().isEmpty() ? "" : "\n")
                .append(report.verdict())
                .append('\n')
                .toString();
    }

    /** The tables below one another, each behind its header, with its name in front. */
    static String csv(Result result) {
        Report report = result.report();
        if (report == null) {
            return Csv.line("state", result.state().label(), result.reason());
        }
        StringBuilder out = new StringBuilder();
        for (Report.Table table : report.tables()) {
            out.append(Csv.line(named("table", table.columns())));
            table.rows().forEach(row -> out.append(Csv.line(named(table.name(), row))));
        }
        report.notes().forEach(note -> out.append(Csv.line("note", note)));
        return out.append(Csv.line("verdict", report.verdict())).toString();
    }

    private static @Nullable Object[] named(String name, List<? extends @Nullable Object> cells) {
        @Nullable Object[] line = new @Nullable Object[cells.size() + 1];
        line[0] = name;
        for (int i = 0; i < cells.size(); i++) {
            line[i + 1] = cells.get(i);
        }
        return line;
    }

    private static String curves(Result result) {
        Report report = result.report();
        return report == null
                ? ""
                : report.tables().stream().map(CurveFaces::html).collect(Collectors.joining());
    }

    static String html(Result result) {
        return HtmlPage.head(result.experiment())
                + curves(result)
                + "<pre>"
                + HtmlUtils.htmlEscape(text(result, false), "UTF-8")
                + "</pre>"
                + HtmlPage.FOOT;
    }
}
