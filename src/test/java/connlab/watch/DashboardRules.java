package connlab.watch;

import connlab.watch.Dashboard.Query;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What every dashboard keeps to, and what a given one breaks. */
final class DashboardRules {
    private static final Set<String> VARIABLES = Set.of("datasource", "backend", "lane");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*(\\w+)\\s*}}");
    private static final Pattern RANGE = Pattern.compile("\\[([^]]*)]");

    private final Dashboard dashboard;
    private final List<String> broken = new ArrayList<>();

    private DashboardRules(Dashboard dashboard) {
        this.dashboard = dashboard;
    }

    /** The rules that need nothing but the dashboard. */
    static List<String> broken(Dashboard dashboard) {
        DashboardRules rules = new DashboardRules(dashboard);
        rules.whole();
        dashboard.panels().forEach(rules::panel);
        dashboard.queries().forEach(rules::query);
        return rules.broken;
    }

    /**
     * Every metric exists, and of counters a rate is taken, and of nothing else.
     *
     * @param types the type of each metric that Prometheus knows
     */
    static List<String> unfounded(Dashboard dashboard, Map<String, String> types) {
        DashboardRules rules = new DashboardRules(dashboard);
        for (Query query : dashboard.queries()) {
            for (String metric : query.promQl().metrics()) {
                String type = types.getOrDefault(metric, "");
                rules.require(!type.isEmpty(), query + ": there is no metric " + metric);
                boolean rated = query.promQl().rated().contains(metric);
                rules.require(
                        !type.equals(rated ? "gauge" : "counter"),
                        query
                                + (rated ? ": a rate of the gauge " : ": no rate of the counter ")
                                + metric);
            }
        }
        return rules.broken;
    }

    private void require(boolean kept, String otherwise) {
        if (!kept) {
            broken.add(dashboard + ": " + otherwise);
        }
    }

    private void whole() {
        JsonNode json = dashboard.json();
        require(
                json.path("uid").asString().equals(dashboard.name()),
                "its uid is not its file's name");
        require(json.path("graphTooltip").asInt() == 1, "its crosshair is not shared");
        require(!json.path("description").asString().isBlank(), "it has no description");
        Set<String> variables =
                dashboard.variables().stream()
                        .map(variable -> variable.path("name").asString())
                        .collect(Collectors.toSet());
        require(variables.containsAll(VARIABLES), "it lacks one of the variables " + VARIABLES);
        long ids =
                dashboard.panels().stream()
                        .map(panel -> panel.path("id").asInt())
                        .distinct()
                        .count();
        require(ids == dashboard.panels().size(), "two panels have one id");
    }

    private void panel(JsonNode panel) {
        String title = panel.path("title").asString();
        JsonNode defaults = panel.path("fieldConfig").path("defaults");
        require(!title.isBlank(), "a panel has no title");
        require(!defaults.path("unit").asString().isBlank(), title + ": no unit");
        require(
                panel.path("description").asString().length() > 60,
                title + ": its description does not say what to conclude");
        require(panel.path("datasource").path("uid").asString().equals("${datasource}"), title);
        require(!panel.path("targets").isEmpty(), title + ": no query");
        if (defaults.path("custom")
                .path("stacking")
                .path("mode")
                .asString("none")
                .equals("normal")) {
            require(
                    Dashboard.queries(panel)
                            .noneMatch(query -> query.promQl().text().contains("quantile")),
                    title + ": percentiles do not add up");
        }
    }

    private void query(Query query) {
        PromQl promQl = query.promQl();
        require(
                query.json().path("datasource").path("uid").asString().equals("${datasource}"),
                query + ": another data source");
        RANGE.matcher(promQl.text())
                .results()
                .map(range -> range.group(1))
                .forEach(
                        range ->
                                require(
                                        range.equals("$__rate_interval"),
                                        query + ": the fixed range " + range));
        Set<String> legend =
                PLACEHOLDER
                        .matcher(query.json().path("legendFormat").asString())
                        .results()
                        .map(label -> label.group(1))
                        .collect(Collectors.toSet());
        require(!promQl.countsOneFactTwice(), query + ": adds up one fact that all instances see");
        require(!legend.isEmpty(), query + ": its legend names no label");
        require(promQl.labels().containsAll(legend), query + ": its legend's labels are gone");
    }
}
