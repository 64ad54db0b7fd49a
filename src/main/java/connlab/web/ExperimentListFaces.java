package connlab.web;

import connlab.experiment.Running;
import connlab.web.ExperimentsController.Listed;

import org.springframework.web.util.HtmlUtils;

import java.util.List;
import java.util.Optional;

/** Which experiments there are, as text, CSV and HTML. */
final class ExperimentListFaces {
    private ExperimentListFaces() {}

    static String text(List<Listed> all, Optional<Running> running, String base) {
        StringBuilder out = new StringBuilder();
        running.ifPresent(
                r ->
                        out.append(
                                "%s is under way: %s%n%n"
                                        .formatted(r.experiment(), r.progress().text())));
        for (Listed one : all) {
            out.append("curl -N -X POST %s/experiments/%s%n".formatted(base, one.name()));
            out.append("  ").append(one.summary()).append('\n');
            one.parameters()
                    .forEach((name, text) -> out.append("    %s= %s%n".formatted(name, text)));
            one.last()
                    .ifPresent(
                            last ->
                                    out.append(
                                            "  last at %s: GET /experiments/%s%n"
                                                    .formatted(last.begin(), one.name())));
            out.append('\n');
        }
        return out.append("DELETE /experiments/NAME stops one; so does leaving it.\n").toString();
    }

    static String csv(List<Listed> all) {
        StringBuilder out = new StringBuilder(Csv.line("name", "summary", "lastBegin"));
        for (Listed one : all) {
            out.append(
                    Csv.line(
                            one.name(),
                            one.summary(),
                            one.last().map(last -> last.begin().toString()).orElse(null)));
        }
        return out.toString();
    }

    static String html(List<Listed> all, Optional<Running> running, String base) {
        StringBuilder links = new StringBuilder("<ul>");
        for (Listed one : all) {
            String name = HtmlUtils.htmlEscape(one.name());
            links.append(
                    one.last().isPresent()
                            ? "<li><a href=\"/experiments/%1$s\">last result of %1$s</a></li>"
                                    .formatted(name)
                            : "");
        }
        return HtmlPage.head("Experiments")
                + links
                + "</ul><pre>"
                + HtmlUtils.htmlEscape(text(all, running, base))
                + "</pre>"
                + HtmlPage.FOOT;
    }
}
