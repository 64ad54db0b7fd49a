package connlab.watch;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.watch.Program.Result;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The rules that Prometheus evaluates, by their own tests and Prometheus' own tool. */
class AlertRulesIT {
    private static final Path GRAFANA = Path.of("grafana");
    private static final Path RULES = Prometheus.RULES.resolve("connlab.yml");
    private static final Path TESTS = Path.of("grafana/tests/connlab.yml");

    @BeforeAll
    static void needs() {
        Program.assumeThere("promtool");
    }

    @Test
    void configurationAndRulesAreValid() throws Exception {
        Result result =
                Program.run(GRAFANA, List.of("promtool", "check", "config", "prometheus.yml"));
        assertThat(result.status()).as(result.output()).isZero();
    }

    @Test
    void everyRuleDoesWhatItsTestSays() throws Exception {
        Result result =
                Program.run(GRAFANA, List.of("promtool", "test", "rules", "tests/connlab.yml"));
        assertThat(result.status()).as(result.output()).isZero();
    }

    @Test
    void everyAlertSaysWhatToDoAndHasATest() throws IOException {
        List<JsonNode> alerts =
                JsonMapper.shared()
                        .valueToTree(new Yaml().load(Files.readString(RULES)))
                        .path("groups")
                        .valueStream()
                        .flatMap(group -> group.path("rules").valueStream())
                        .filter(rule -> rule.has("alert"))
                        .toList();
        String tests = Files.readString(TESTS);

        assertThat(alerts).hasSize(7);
        assertThat(alerts)
                .allSatisfy(
                        alert -> {
                            assertThat(alert.at("/annotations/summary").asString()).contains("{{");
                            assertThat(alert.at("/annotations/action").asString())
                                    .hasSizeGreaterThan(60);
                            assertThat(tests)
                                    .contains("alertname: " + alert.path("alert").asString());
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    :ratio > 0.8                            ; :ratio > 0.9
                    max by (backend) (connlab_server_connections_peak) ; sum by (backend) (connlab_server_connections_peak)
                    (connlab_probe_up) == 0                 ; (connlab_probe_up) == 1
                    for: 15s                                ; for: 0s
                    connect-refused|too-many-connections  ; wrong-answer
                    hikaricp_connections_timeout_total[1m]  ; hikaricp_connections_timeout_total[1s]
                    hikaricp_connections_max{route="direct"}; hikaricp_connections_max
                    sum(max by (proxy)                      ; sum(sum by (proxy)
                    for: 2m                                 ; for: 9m
                    clients_waiting) > 0                    ; clients_waiting) > 5
                    in-use|time-wait                      ; in-use
                    """)
    void aChangedRuleFailsItsTest(String old, String replacement, @TempDir Path folder)
            throws Exception {
        String rules = Files.readString(RULES);
        assertThat(rules).contains(old);
        Files.createDirectory(folder.resolve("rules"));
        Files.createDirectory(folder.resolve("tests"));
        Files.writeString(folder.resolve("rules/connlab.yml"), rules.replace(old, replacement));
        Files.copy(TESTS, folder.resolve("tests/connlab.yml"));

        Result result =
                Program.run(folder, List.of("promtool", "test", "rules", "tests/connlab.yml"));
        assertThat(result.status()).as(result.output()).isEqualTo(1);
    }
}
