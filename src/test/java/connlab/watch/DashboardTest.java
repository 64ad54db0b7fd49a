package connlab.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The dashboards and what Grafana is told about them, without any server. */
class DashboardTest {
    static List<Dashboard> dashboards() {
        return Dashboard.all();
    }

    @Test
    void thereAreFour() {
        assertThat(dashboards())
                .extracting(Dashboard::name)
                .containsExactly(
                        "cost-of-a-connection", "open-connections", "pools-and-proxy", "service");
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void eachKeepsToTheRules(Dashboard dashboard) {
        assertThat(DashboardRules.broken(dashboard)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            textBlock =
                    """
                    "uid":"open-connections" | "uid":"opened"               | uid is not its file
                    "graphTooltip":1         | "graphTooltip":0             | crosshair
                    "unit":"cps"             | "unit":""                    | no unit
                    [$__rate_interval]       | [1m]                         | fixed range 1m
                    "{{lane}}"               | "trials"                     | names no label
                    "{{lane}}"               | "{{driver}}"                 | labels are gone
                    ${datasource}            | prometheus                   | another data source
                    "name":"lane"            | "name":"way"                 | lacks one of the variables
                    max by (backend) (connlab_server_connections_open | sum by (backend) (connlab_server_connections_open | adds up
                    max by (backend) (rate(connlab_server | sum by (backend) (rate(connlab_server | adds up
                    """)
    void aDashboardThatBreaksARuleIsFound(String old, String replacement, String finding) {
        Dashboard broken = dashboard("open-connections").edited(old, replacement);
        assertThat(DashboardRules.broken(broken)).anyMatch(rule -> rule.contains(finding));
    }

    @Test
    void stackedPercentilesAreFound() {
        Dashboard broken =
                dashboard("cost-of-a-connection")
                        .edited("sum by (phase) (rate", "quantile by (phase) (0.5, rate");
        assertThat(DashboardRules.broken(broken)).anyMatch(rule -> rule.contains("do not add up"));
    }

    private static Dashboard dashboard(String name) {
        return dashboards().stream().filter(d -> d.name().equals(name)).findFirst().orElseThrow();
    }

    private static JsonNode yaml(String file) throws IOException {
        return JsonMapper.shared()
                .valueToTree(new Yaml().load(Files.readString(Path.of("grafana", file))));
    }

    @Test
    void theDataSourceHasItsUidAndTheScrapeInterval() throws IOException {
        JsonNode source = yaml("provisioning/datasources/prometheus.yml").at("/datasources/0");
        JsonNode scrape = yaml("prometheus.yml").path("global").path("scrape_interval");

        assertThat(source.path("uid").asString()).isEqualTo("prometheus");
        assertThat(source.path("isDefault").asBoolean()).isTrue();
        assertThat(source.at("/jsonData/timeInterval").asString()).isEqualTo(scrape.asString());
        assertThat(dashboards())
                .allSatisfy(
                        dashboard ->
                                assertThat(dashboard.variables().getFirst().at("/current/value"))
                                        .isEqualTo(source.path("uid")));
    }

    @Test
    void aRateIntervalIsReckonedAsGrafanaDoes() {
        Duration scrape = Duration.ofSeconds(5);
        assertThat(new Grafana(scrape, Duration.ofMinutes(15), 800).rateInterval())
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(new Grafana(scrape, Duration.ofDays(1), 800).rateInterval())
                .isEqualTo(Duration.ofSeconds(108 + 5));
        assertThat(
                        new Grafana(scrape, Duration.ofMinutes(15), 800)
                                .expand(
                                        "rate(x{lane=~\"$lane\"}[$__rate_interval])",
                                        Map.of("lane", "noop")))
                .isEqualTo("rate(x{lane=~\"noop\"}[20s])");
    }

    @Test
    void aQuerysMetricsRatesAndLabelsAreRead() {
        PromQl query =
                new PromQl(
                        "sum by (lane) (rate(a_total{b=~\"$c{}\", lane=~\"x\"}[$__rate_interval]))"
                                + " / on (lane) group_left (d) max by (lane) (e_f > 0) and g:h");
        assertThat(query.metrics()).containsExactly("a_total", "e_f", "g:h");
        assertThat(query.rated()).containsExactly("a_total");
        assertThat(query.labels()).containsExactly("g", "lane");
    }
}
