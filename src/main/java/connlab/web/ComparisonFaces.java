package connlab.web;

import connlab.run.Comparison;
import connlab.run.Comparison.Both;
import connlab.run.Ratio;

import org.springframework.web.util.HtmlUtils;

/** A comparison as text, CSV and HTML: first what differs besides the lanes, last the verdict. */
final class ComparisonFaces {
    private ComparisonFaces() {}

    static String text(Comparison comparison) {
        StringBuilder out = new StringBuilder();
        out.append(
                "%s against %s, %d rounds%s%n%n"
                        .formatted(
                                comparison.first(),
                                comparison.second(),
                                comparison.rounds(),
                                comparison.name().isEmpty() ? "" : " of " + comparison.name()));
        comparison.notices().forEach(notice -> out.append("note: ").append(notice).append('\n'));
        out.append(comparison.notices().isEmpty() ? "" : "\n");
        TextTable ratios =
                new TextTable("figure", "ratio", "from", "to", "smallest-detectable", "finding");
        for (Ratio r : comparison.ratios()) {
            ratios.row(
                    r.figure(),
                    Rounded.shown(r.ratio()),
                    Rounded.shown(r.low()),
                    Rounded.shown(r.high()),
                    Rounded.shown(r.smallestDetectable()),
                    r.finding().label());
        }
        TextTable connections =
                new TextTable("connections", comparison.first(), comparison.second(), "difference");
        row(connections, "open", comparison.open());
        row(connections, "opened per trial", comparison.openedPerTrial());
        return out.append(ratios)
                .append('\n')
                .append(connections)
                .append('\n')
                .append(comparison.verdict())
                .append('\n')
                .toString();
    }

    private static void row(TextTable table, String name, Both both) {
        table.row(
                name,
                Rounded.shown(both.first()),
                Rounded.shown(both.second()),
                Rounded.shown(both.difference()));
    }

    /** One line for each ratio; notices and verdict are repeated on each. */
    static String csv(Comparison comparison) {
        StringBuilder out =
                new StringBuilder(
                        Csv.line(
                                "first",
                                "second",
                                "name",
                                "rounds",
                                "figure",
                                "ratio",
                                "low",
                                "high",
                                "smallestDetectable",
                                "finding",
                                "open.first",
                                "open.second",
                                "openedPerTrial.first",
                                "openedPerTrial.second",
                                "notices",
                                "verdict"));
        for (Ratio r : comparison.ratios()) {
            out.append(
                    Csv.line(
                            comparison.first(),
                            comparison.second(),
                            comparison.name(),
                            comparison.rounds(),
                            r.figure(),
                            r.ratio(),
                            r.low(),
                            r.high(),
                            r.smallestDetectable(),
                            r.finding().label(),
                            comparison.open().first(),
                            comparison.open().second(),
                            comparison.openedPerTrial().first(),
                            comparison.openedPerTrial().second(),
                            String.join("; ", comparison.notices()),
                            comparison.verdict()));
        }
        return out.toString();
    }

    static String html(Comparison comparison) {
        return HtmlPage.head(comparison.first() + " against " + comparison.second())
                + "<pre>"
                + HtmlUtils.htmlEscape(text(comparison))
                + "</pre>"
                + HtmlPage.FOOT;
    }
}
