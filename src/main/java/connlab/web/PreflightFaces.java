package connlab.web;

import connlab.preflight.Bound;
import connlab.preflight.Finding;
import connlab.preflight.Severity;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What was found before a run, as text, CSV and HTML. */
final class PreflightFaces {
    private PreflightFaces() {}

    static String text(List<Finding> findings) {
        StringBuilder out = new StringBuilder();
        for (Finding finding : findings) {
            out.append(
                    "%-10s  %s: %s%n"
                            .formatted(
                                    finding.severity().label(), finding.check(), finding.about()));
            line(out, "is", finding.found());
            if (finding.severity() != Severity.OK) {
                line(out, "beyond", beyond(finding));
                line(out, "effect", finding.effect());
                line(out, "mend", finding.remedy());
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static void line(StringBuilder out, String name, @Nullable String value) {
        if (value != null) {
            out.append("  %-8s%s%n".formatted(name, value));
        }
    }

    private static @Nullable String beyond(Finding finding) {
        Bound bound = finding.beyond();
        return bound == null ? null : bound.text();
    }

    static String csv(List<Finding> findings) {
        StringBuilder out =
                new StringBuilder(
                        Csv.line(
                                "severity",
                                "check",
                                "about",
                                "found",
                                "beyond",
                                "effect",
                                "remedy",
                                "lanes"));
        for (Finding f : findings) {
            List<String> lanes = f.lanes();
            out.append(
                    Csv.line(
                            f.severity().label(),
                            f.check(),
                            f.about(),
                            f.found(),
                            beyond(f),
                            f.effect(),
                            f.remedy(),
                            lanes == null ? null : String.join(" ", lanes)));
        }
        return out.toString();
    }

    static String html(List<Finding> findings) {
        HtmlTable table =
                new HtmlTable(
                        List.of(
                                "severity",
                                "check",
                                "of",
                                "what is",
                                "beyond",
                                "effect",
                                "mend with"));
        for (Finding f : findings) {
            table.row(
                    f.severity().label(),
                    f.check(),
                    f.about(),
                    f.found(),
                    beyond(f),
                    f.effect(),
                    new HtmlTable.Code(f.remedy()));
        }
        return HtmlPage.head("Preflight") + table + HtmlPage.FOOT;
    }
}
