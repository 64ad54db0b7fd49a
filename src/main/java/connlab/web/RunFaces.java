package connlab.web;

import connlab.run.Run;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

import java.util.List;

/** Runs as text, CSV and HTML. */
final class RunFaces {
    private RunFaces() {}

    /** One line for each run, and their doubts below. */
    static String text(List<Run> runs) {
        List<String> columns =
                RunTable.shortColumns().stream().filter(c -> !c.equals("doubts")).toList();
        TextTable table = new TextTable(columns.toArray(new String[0]));
        runs.forEach(run -> table.row(row(run, columns)));
        StringBuilder out = new StringBuilder(table.toString());
        for (Run run : runs) {
            run.doubts()
                    .forEach(
                            doubt ->
                                    out.append(
                                            "%s  doubt  %s: %s%n"
                                                    .formatted(
                                                            run.id(),
                                                            doubt.figure(),
                                                            doubt.reason())));
        }
        return out.toString();
    }

    /** One run in full: a line for each figure that is known. */
    static String text(Run run) {
        TextTable table = new TextTable("figure", "value");
        for (String column : RunTable.allColumns()) {
            Object value = RunTable.cell(run, column);
            if (value != null && !value.equals("")) {
                table.row(column, Rounded.shown(value));
            }
        }
        run.environment().serverSettings().forEach((k, v) -> table.row("server " + k, v));
        run.environment().clientSettings().forEach((k, v) -> table.row("client " + k, v));
        table.row("jdk", run.environment().jdk());
        table.row("kernel", run.environment().kernel());
        table.row("cores", run.environment().cores());
        return table.toString();
    }

    private static @Nullable Object[] row(Run run, List<String> columns) {
        return columns.stream()
                .map(column -> Rounded.shown(RunTable.cell(run, column)))
                .toArray(Object[]::new);
    }

    /** All columns, and all figures in full. */
    static String csv(List<Run> runs) {
        List<String> columns = RunTable.allColumns();
        StringBuilder out = new StringBuilder(Csv.line(columns.toArray()));
        for (Run run : runs) {
            out.append(Csv.line(columns.stream().map(c -> RunTable.cell(run, c)).toArray()));
        }
        return out.toString();
    }

    static String html(List<Run> runs) {
        StringBuilder out = new StringBuilder(HtmlPage.head("Runs"));
        out.append("<table><thead><tr>");
        RunTable.shortColumns()
                .forEach(c -> out.append("<th scope=\"col\">").append(c).append("</th>"));
        out.append("</tr></thead><tbody>\n");
        for (Run run : runs) {
            out.append("<tr>");
            for (String column : RunTable.shortColumns()) {
                Object value = Rounded.shown(RunTable.cell(run, column));
                out.append(value instanceof Number ? "<td class=\"number\">" : "<td>")
                        .append(column.equals("id") ? link(run.id()) : escaped(value))
                        .append("</td>");
            }
            out.append("</tr>\n");
        }
        return out.append("</tbody></table>").append(HtmlPage.FOOT).toString();
    }

    static String html(Run run) {
        return HtmlPage.head("Run " + run.id())
                + "<pre>"
                + escaped(text(run))
                + "</pre>"
                + HtmlPage.FOOT;
    }

    private static String link(String id) {
        return "<a href=\"/runs/%1$s\">%1$s</a>".formatted(escaped(id));
    }

    private static String escaped(@Nullable Object value) {
        return HtmlUtils.htmlEscape(value == null || value.equals("") ? "–" : value.toString());
    }
}
