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

    private ThenAndNowFaces() {}

    static String text(List<ThenAndNow> all) {
        StringBuilder out = new StringBuilder();
        for (ThenAndNow one : all) {
            out.append("%s (%s; %s)%n".formatted(one.title(), one.source(), one.date()));
            out.append("%s.%n%n".formatted(one.how()));
            TextTable table = new TextTable(heads(one).toArray(String[]::new));
            one.rows().forEach(row -> table.row(cells(one, row).toArray()));
            out.append(table).append('\n');
            out.append(told("[1]", one.first())).append(told("[2]", one.second()));
            out.append("%nMisread then: %s%n".formatted(one.misread()));
            out.append("Not the same: %s%n%n%n".formatted(one.unlike()));
        }
        return out.toString();
    }

    private static String told(String mark, Side side) {
        String from = side.from();
        return from == null
                ? "%s fill with: %s%n".formatted(mark, side.command())
                : "%s now: %s, GET %s%n".formatted(side.now(), from, side.path());
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
        cells.add(now(row.nowFirst(), one.first(), "[1]"));
        cells.add(now(row.nowSecond(), one.second(), "[2]"));
        Share share = row.nowRatio();
        cells.add(share == null ? null : Rounded.shown(share.ratio()));
        cells.add(interval(share));
        return cells;
    }

    /** A figure, or where below the table it is told how to get it. */
    private static @Nullable Object now(@Nullable Double value, Side side, String mark) {
        return value == null && side.command() != null ? mark : Rounded.shown(value);
    }

    private static @Nullable String interval(@Nullable Share share) {
        return share == null || share.low() == null
                ? null
                : "%s to %s".formatted(Rounded.shown(share.low()), Rounded.shown(share.high()));
    }

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
                                "nowRatioHigh"));
        for (ThenAndNow one : all) {
            for (Row row : one.rows()) {
                Share share = row.nowRatio();
                out.append(
                        Csv.line(
                                one.id(),
                                row.figure(),
                                row.thenFirst(),
                                row.thenSecond(),
                                row.thenRatio(),
                                row.nowFirst(),
                                row.nowSecond(),
                                share == null ? null : share.ratio(),
                                share == null ? null : share.low(),
                                share == null ? null : share.high()));
            }
        }
        return out.toString();
    }

    static String html(List<ThenAndNow> all) {
        StringBuilder out = new StringBuilder(HtmlPage.head("Then and now"));
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
            out.append("<li>Misread then: %s</li>".formatted(escaped(one.misread())));
            out.append("<li>Not the same: %s</li></ul>\n".formatted(escaped(one.unlike())));
        }
        return out.append(HtmlPage.FOOT).toString();
    }

    private static void table(StringBuilder out, ThenAndNow one) {
        out.append("<div style=\"overflow-x:auto\"><table><thead><tr>");
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
                        ? "<li>%s fill with: <code>%s</code></li>"
                                .formatted(mark, escaped(String.valueOf(side.command())))
                        : "<li>%s now: <a href=\"%s\">%s</a></li>"
                                .formatted(
                                        escaped(side.now()), escaped(side.path()), escaped(from)));
    }

    private static String escaped(@Nullable String text) {
        return HtmlUtils.htmlEscape(text == null ? "" : text, "UTF-8");
    }
}
