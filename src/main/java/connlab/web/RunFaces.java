package connlab.web;

import connlab.run.Run;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

import java.util.List;
import java.util.Set;

/** Runs as text, CSV and HTML. */
final class RunFaces {
    private static final String SCOPE =
            "Times begin when the service takes the request: what it waited before, in HTTP, is not"
                    + " in them.";

    /** Columns that a single run's text has elsewhere. */
    private static final Set<String> APART = Set.of("doubts", "preflight");

    private RunFaces() {}

    /** One line for each run; {@code ?} marks the figures that deserve doubt. */
    static String text(List<Run> runs) {
        List<String> columns = RunTable.shortColumns();
        TextTable table = new TextTable(columns.toArray(new String[0]));
        runs.forEach(run -> table.row(row(run, columns)));
        boolean doubtful = runs.stream().anyMatch(run -> !run.doubts().isEmpty());
        return table + (doubtful ? "\n? deserves doubt: GET /runs/{id} says why.\n" : "");
    }

    /** One run in full: a line for each figure that is known, and the doubts next to theirs. */
    static String text(Run run) {
        TextTable table = new TextTable("figure", "value", "doubt");
        for (String column : RunTable.allColumns()) {
            Object value = RunTable.cell(run, column);
            if (value != null && !value.equals("") && !APART.contains(column)) {
                String doubt = String.join("; ", run.doubtsAbout(column));
                table.row(
                        column,
                        String.valueOf(Rounded.shown(value)),
                        doubt.isEmpty() ? " " : doubt);
            }
        }
        run.environment().serverSettings().forEach((k, v) -> table.row("server " + k, v, " "));
        run.environment().clientSettings().forEach((k, v) -> table.row("client " + k, v, " "));
        table.row("jdk", run.environment().jdk(), " ");
        table.row("kernel", run.environment().kernel(), " ");
        table.row("cores", Integer.toString(run.environment().cores()), " ");
        return table + preflight(run) + "\n" + SCOPE + "\n";
    }

    private static String preflight(Run run) {
        List<String> lines = run.preflight();
        return lines == null || lines.isEmpty()
                ? ""
                : "\nGET /preflight, of such a load:\n  " + String.join("\n  ", lines) + "\n";
    }

    private static @Nullable Object[] row(Run run, List<String> columns) {
        return columns.stream().map(column -> marked(run, column)).toArray(Object[]::new);
    }

    private static @Nullable Object marked(Run run, String column) {
        String mark = run.doubtsAbout(column).isEmpty() ? "" : "?";
        return Rounded.shown(RunTable.cell(run, column), mark);
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
        List<String> columns = RunTable.shortColumns();
        HtmlTable table = new HtmlTable(columns);
        runs.forEach(run -> table.row(columns.stream().map(c -> linked(run, c)).toArray()));
        return HtmlPage.head("Runs") + table + HtmlPage.FOOT;
    }

    private static @Nullable Object linked(Run run, String column) {
        return column.equals("id")
                ? new HtmlTable.Link("/runs/" + run.id(), run.id())
                : marked(run, column);
    }

    static String html(Run run) {
        return HtmlPage.head("Run " + run.id())
                + "<pre>"
                + HtmlUtils.htmlEscape(text(run), "UTF-8")
                + "</pre>"
                + HtmlPage.FOOT;
    }
}
