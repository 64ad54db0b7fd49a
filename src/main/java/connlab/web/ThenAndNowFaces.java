package connlab.web;

import connlab.history.ThenAndNow;
import connlab.history.ThenAndNow.Row;
import connlab.history.ThenAndNow.Share;
import connlab.history.ThenAndNow.Side;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

import java.util.ArrayList;
import java.util.List;

/** Then and now as text, CSV and HTML. */
final class ThenAndNowFaces {
    private static final String RATIO = "second / first";
    private static final String ABOUT =
            "Four benchmarks as they were published long ago, from other machines and other"
                    + " versions, beside this installation's latest figures in the same units."
                    + " Compare ratios before times. [1] and [2] are empty cells: the command below"
                    + " the table fills them.";

    private ThenAndNowFaces() {}

    static String text(List<ThenAndNow> all) {
        StringBuilder out = new StringBuilder(ABOUT).append("\n\n\n");
        for (ThenAndNow one : all) {
            out.append("%s (%s; %s)%n".formatted(one.title(), one.source(), one.date()));
            out.append("%s.%n%n".formatted(one.how()));
            TextTable table = new TextTable(heads(one).toArray(String[]::new));
            one.rows().forEach(row -> table.row(cells(one, row).toArray()));
            out.append(table).append('\n');
            told(out, "[1]", one.first());
            told(out, "[2]", one.second());
            if (one.ratioPath() != null) {
                out.append("%s with an interval: GET %s%n".formatted(RATIO, one.ratioPath()));
            }
            if (one.ratioCommand() != null) {
                out.append("an interval comes from rounds: %s%n".formatted(one.ratioCommand()));
            }
            out.append("%nMisread then: %s%n".formatted(one.misread()));
            out.append("Not the same: %s%n%n%n".formatted(one.unlike()));
        }
        return out.toString();
    }

    private static void told(StringBuilder out, String mark, Side side) {
        String from = side.from();
        out.append(
                from == null
                        ? "%s fill with: %s%n".formatted(mark, side.command())
                        : "%s now: %s, GET %s%n".formatted(side.now(), from, side.path()));
        side.notes().forEach(note -> out.append("    %s%n".formatted(note)));
    }

    private static List<String> heads(ThenAndNow one) {
        return List.of(
                " ",
                one.first().then(),
                one.second().then(),
                RATIO,
                "now: " + one.first().now(),
                one.second().now(),
                RATIO,
                "95 % interval");
    }

    private static List<@Nullable Object> cells(ThenAndNow one, Row row) {
        List<@Nullable Object> cells = new ArrayList<>();
        cells.add(row.figure());
        cells.add(Rounded.shown(row.thenFirst()));
        cells.add(Rounded.shown(row.thenSecond()));
        cells.add(Rounded.shown(row.thenRatio()));
        cells.add(now(row, row.nowFirst(), one.first(), "[1]"));
        cells.add(now(row, row.nowSecond(), one.second(), "[2]"));
        Share share = row.nowRatio();
        cells.add(share == null ? null : Rounded.shown(share.ratio()));
        cells.add(interval(share));
        return cells;
    }

    /** A figure, or where it is told how to get it. */
    private static @Nullable Object now(Row row, @Nullable Double value, Side side, String mark) {
        if (row.elsewhere() != null) {
            return row.elsewhere();
        }
        return value == null && side.command() != null ? mark : Rounded.shown(value);
    }

    private static @Nullable String interval(@Nullable Share share) {
        return share == null || share.low() == null
                ? null
                : "%s to %s".formatted(Rounded.shown(share.low()), Rounded.shown(share.high()));
    }

    /** All figures in full, and where today's are from or the command that gets them. */
    static String csv(List<ThenAndNow> all) {
        StringBuilder out =
                new StringBuilder(
                        Csv.line(
                                "benchmark",
                                "figure",
                                "thenFirst",
                                "thenSecond",
                                "thenRatio",
                                "nowFirst",
                                "nowSecond",
                                "nowRatio",
                                "nowRatioLow",
                                "nowRatioHigh",
                                "nowFirstFrom",
                                "nowSecondFrom"));
        all.forEach(one -> one.rows().forEach(row -> out.append(line(one, row))));
        return out.toString();
    }

    private static String line(ThenAndNow one, Row row) {
        Share share = row.nowRatio();
        return Csv.line(
                one.id(),
                row.figure(),
                row.thenFirst(),
                row.thenSecond(),
                row.thenRatio(),
                row.nowFirst(),
                row.nowSecond(),
                share == null ? null : share.ratio(),
                share == null ? null : share.low(),
                share == null ? null : share.high(),
                origin(row, one.first()),
                origin(row, one.second()));
    }

    private static @Nullable String origin(Row row, Side side) {
        if (row.elsewhere() != null) {
            return row.elsewhere();
        }
        return side.command() == null ? side.path() : side.command();
    }

    static String html(List<ThenAndNow> all) {
        StringBuilder out = new StringBuilder(HtmlPage.head("Then and now"));
        out.append("<p>%s</p>\n".formatted(escaped(ABOUT)));
        for (ThenAndNow one : all) {
            out.append("<h2 id=\"%s\">%s</h2>".formatted(one.id(), escaped(one.title())));
            out.append(
                    "<p>%s, %s. %s.</p>\n"
                            .formatted(
                                    escaped(one.source()),
                                    escaped(one.date()),
                                    escaped(one.how())));
            table(out, one);
            out.append("<ul>");
            source(out, "[1]", one.first());
            source(out, "[2]", one.second());
            ratios(out, one);
            out.append("<li>Misread then: %s</li>".formatted(escaped(one.misread())));
            out.append("<li>Not the same: %s</li></ul>\n".formatted(escaped(one.unlike())));
        }
        return out.append(HtmlPage.FOOT).toString();
    }

    private static void table(StringBuilder out, ThenAndNow one) {
        out.append("<div style=\"overflow-x:auto\" tabindex=\"0\" role=\"region\"");
        out.append(" aria-labelledby=\"%s\"><table><thead><tr>".formatted(one.id()));
        heads(one)
                .forEach(h -> out.append("<th scope=\"col\">").append(escaped(h)).append("</th>"));
        out.append("</tr></thead><tbody>\n");
        for (Row row : one.rows()) {
            out.append("<tr>");
            for (Object cell : cells(one, row)) {
                out.append(cell instanceof Number ? "<td class=\"number\">" : "<td>")
                        .append(cell == null ? "–" : escaped(cell.toString()))
                        .append("</td>");
            }
            out.append("</tr>\n");
        }
        out.append("</tbody></table></div>");
    }

    private static void source(StringBuilder out, String mark, Side side) {
        String from = side.from();
        out.append(
                from == null
                        ? "<li>%s fill with: %s".formatted(mark, code(side.command()))
                        : "<li>%s now: %s".formatted(escaped(side.now()), link(side.path(), from)));
        side.notes().forEach(note -> out.append("<br>").append(escaped(note)));
        out.append("</li>");
    }

    private static void ratios(StringBuilder out, ThenAndNow one) {
        String path = one.ratioPath();
        if (path != null) {
            out.append("<li>%s with an interval: %s</li>".formatted(RATIO, link(path, path)));
        }
        if (one.ratioCommand() != null) {
            out.append(
                    "<li>an interval comes from rounds: %s</li>"
                            .formatted(code(one.ratioCommand())));
        }
    }

    private static String link(@Nullable String path, String text) {
        return "<a href=\"%s\">%s</a>".formatted(escaped(path), escaped(text));
    }

    private static String code(@Nullable String command) {
        return "<code>%s</code>".formatted(escaped(command));
    }

    private static String escaped(@Nullable String text) {
        return HtmlUtils.htmlEscape(text == null ? "" : text, "UTF-8");
    }
}
