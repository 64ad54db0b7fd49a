package connlab.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The stack as {@code docker compose up} would start it; no Docker is needed to read it. */
class ComposeTest {
    private static final Set<String> EVERYTHING =
            Set.of(
                    "front",
                    "app",
                    "mysql",
                    "postgres",
                    "memcached",
                    "openresty",
                    "pgbouncer",
                    "prometheus",
                    "grafana",
                    "mysqld-exporter",
                    "postgres-exporter",
                    "memcached-exporter",
                    "pgbouncer-exporter",
                    "gatling");
    private static final Pattern PINNED = Pattern.compile("[\\w./-]+:v?\\d+\\.\\d+\\.?[\\w.-]*");
    private static final Pattern LOOPBACK =
            Pattern.compile("127\\.0\\.0\\.1:\\$\\{\\w+:-\\d+}:\\d+");

    @Test
    void everyServiceIsThereAndItsImageIsPinned() throws IOException {
        assertThat(ComposeService.all().keySet()).isEqualTo(EVERYTHING);
        assertThat(ComposeService.all().values())
                .allSatisfy(
                        service -> assertThat(service.path("image").asString()).matches(PINNED));
        List<String> bases =
                Files.readAllLines(Path.of("Dockerfile")).stream()
                        .filter(line -> line.startsWith("FROM "))
                        .map(line -> line.split(" ")[1])
                        .toList();
        assertThat(bases)
                .hasSize(2)
                .allSatisfy(base -> assertThat(base).containsPattern(":\\d+\\.\\d+\\.\\d+"));
    }

    @Test
    void everythingThatStaysUpHasAHealthCheckAndPeopleWaitForIt() throws IOException {
        Map<String, JsonNode> services = ComposeService.all();
        services.forEach(
                (name, service) -> {
                    assertThat(service.has("healthcheck") || service.has("profiles"))
                            .as(name)
                            .isTrue();
                    service.path("depends_on")
                            .properties()
                            .forEach(
                                    needed -> {
                                        assertThat(services).containsKey(needed.getKey());
                                        assertThat(needed.getValue().path("condition").asString())
                                                .isEqualTo("service_healthy");
                                    });
                });
    }

    @Test
    void portsAreOnLoopbackAndTheServiceThatScalesHasNone() throws IOException {
        ComposeService.all()
                .forEach(
                        (name, service) -> {
                            assertThat(service.has("container_name")).as(name).isFalse();
                            service.path("ports")
                                    .forEach(port -> assertThat(port.asString()).matches(LOOPBACK));
                        });
        assertThat(ComposeService.all().get("app").has("ports")).isFalse();
        assertThat(ComposeService.all().get("front").at("/ports/0").asString()).endsWith(":8080");
    }

    @Test
    void whatIsMountedExistsAndIsReadOnly() throws IOException {
        for (JsonNode service : ComposeService.all().values()) {
            for (JsonNode volume : service.path("volumes")) {
                String[] parts = volume.asString().split(":");
                assertThat(Path.of(parts[0])).exists();
                assertThat(parts[2]).isEqualTo("ro");
            }
        }
    }

    @Test
    void noPasswordIsWrittenDownButForADefault() throws IOException {
        for (JsonNode service : ComposeService.all().values()) {
            service.path("environment").properties().stream()
                    .filter(variable -> variable.getKey().matches(".*PASS(WORD)?$"))
                    .filter(variable -> !variable.getKey().contains("RANDOM"))
                    .forEach(
                            variable ->
                                    assertThat(variable.getValue().asString())
                                            .matches("\\$\\{\\w+:-lab}"));
        }
    }

    @Test
    void theServiceKnowsEachOfItsVariables() throws IOException {
        String settings = Files.readString(Path.of("src/main/resources/application.yml"));
        List<String> bound =
                List.of(
                        "CONNLAB_EMBEDDED_ENABLED",
                        "CONNLAB_HOSTS",
                        "CONNLAB_BACKENDS_MYSQL_CREATETABLE",
                        "CONNLAB_BACKENDS_POSTGRES_CREATETABLE");
        assertThat(ComposeService.all().get("app").path("environment").propertyNames())
                .allSatisfy(
                        name ->
                                assertThat(
                                                bound.contains(name)
                                                        || settings.contains("${" + name + ":"))
                                        .as(name)
                                        .isTrue());
    }

    @Test
    void prometheusFindsEveryExporterAndGrafanaPrometheus() throws IOException {
        Map<String, JsonNode> services = ComposeService.all();
        try (Stream<Path> files = Files.list(Path.of("grafana/targets"))) {
            for (Path file : files.toList()) {
                JsonNode targets =
                        JsonMapper.shared().valueToTree(new Yaml().load(Files.readString(file)));
                for (JsonNode target : targets) {
                    String address = target.at("/targets/0").asString();
                    JsonNode exporter = services.get(address.split(":")[0]);
                    assertThat(exporter.path("healthcheck").toString())
                            .contains(":" + address.split(":")[1] + "/metrics");
                }
            }
        }
        assertThat(Files.readString(Path.of("grafana/provisioning/datasources/prometheus.yml")))
                .contains("http://prometheus:9090");
        assertThat(Files.readString(Path.of("grafana/provisioning/dashboards/connlab.yml")))
                .contains("/var/lib/grafana/dashboards");
    }
}
