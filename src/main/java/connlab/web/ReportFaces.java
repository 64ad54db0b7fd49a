package connlab.web;

import connlab.experiment.Report;
import connlab.experiment.Result;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

import java.util.List;

/** The result of an experiment as text, CSV and HTML: its tables, its notes, last its verdict. */
final class ReportFaces {
    private ReportFaces() {}

    static String text(Result result) {
        Report report = result.report();
        if (report == null) {
            return failure(result) + '\n';
        }
        StringBuilder out = new StringBuilder(tables(report, true));
        report.notes().forEach(note -> out.append("note: ").append(note).append('\n'));
        return out.append(report.notes().isEmpty() ? "" : "\n")
                .append(report.verdict())
                .append('\n')
                .toString();
    }

    private static String failure(Result result) {
        return "%s %s: %s".formatted(result.experiment(), result.state().label(), result.reason());
    }

    private static String tables(Report report, boolean bars) {
        StringBuilder out = new StringBuilder();
        for (Report.Table table : report.tables()) {
            TextTable text = new TextTable(table.columns().toArray(String[]::new));
            for (List<@Nullable Object> row : table.rows()) {
                text.row(row.stream().map(Rounded::shown).toArray());
            }
            out.append(table.name()).append("\n\n").append(text).append('\n');
            out.append(bars ? CurveFaces.text(table) : "");
        }
        return out.toString();
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

    static String html(Result result) {
        Report report = result.report();
        StringBuilder out = new StringBuilder(HtmlPage.head(result.experiment()));
        if (report == null) {
            return out.append(paragraph(failure(result))).append(HtmlPage.FOOT).toString();
        }
        report.tables().stream().map(CurveFaces::html).forEach(out::append);
        out.append("<pre class=\"scroll\">")
                .append(escaped(tables(report, false)))
                .append("</pre>\n");
        report.notes().forEach(note -> out.append(paragraph("note: " + note)));
        return out.append(paragraph(report.verdict())).append(HtmlPage.FOOT).toString();
    }

    /** A verdict may have several lines. */
    private static String paragraph(String text) {
        return "<p>" + escaped(text).replace("\n", "<br>") + "</p>\n";
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8");
    }
}
