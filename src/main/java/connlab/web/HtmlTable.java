package connlab.web;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

import java.util.List;

/**
 * A table on a plain page, which scrolls sideways by itself where it is too wide; numbers to the
 * right, and – for what is unknown.
 */
final class HtmlTable {
    private final StringBuilder out = new StringBuilder();

    HtmlTable(List<String> header) {
        out.append("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>");
        header.forEach(h -> out.append("<th scope=\"col\">%s</th>".formatted(escaped(h))));
        out.append("</tr></thead><tbody>\n");
    }

    /** A cell that leads somewhere. */
    record Link(String path, String text) {}

    /** A cell to copy. */
    record Code(String text) {}

    /** Adds a row; null is unknown. */
    void row(@Nullable Object... cells) {
        out.append("<tr>");
        for (Object cell : cells) {
            out.append(cell instanceof Number ? "<td class=\"number\">" : "<td>");
            out.append(inner(cell)).append("</td>");
        }
        out.append("</tr>\n");
    }

    private static String inner(@Nullable Object cell) {
        return switch (cell) {
            case null -> "–";
            case Link(String path, String text) ->
                    "<a href=\"%s\">%s</a>".formatted(escaped(path), escaped(text));
            case Code(String text) -> "<code>%s</code>".formatted(escaped(text));
            default -> cell.equals("") ? "–" : escaped(cell.toString());
        };
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8");
    }

    @Override
    public String toString() {
        return out + "</tbody></table></div>\n";
    }
}
