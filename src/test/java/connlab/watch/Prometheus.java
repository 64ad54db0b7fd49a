package connlab.watch;

import static org.awaitility.Awaitility.await;

import org.yaml.snakeyaml.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * This machine's Prometheus with the repository's own configuration and rules. Other than in
 * Docker, the targets come from files of the test's own, and the one lookup in Docker's DNS is left
 * out.
 */
final class Prometheus implements AutoCloseable {
    static final Path CONFIGURATION = Path.of("grafana/prometheus.yml");
    static final Path RULES = Path.of("grafana/rules");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private final String base;
    private final Program program;

    /** A target of a job, with its labels. */
    record Target(String job, URI at, Map<String, String> labels) {
        Target(String job, String at, Map<String, String> labels) {
            this(job, URI.create(at), labels);
        }

        Map<String, Object> described() {
            return Map.of("targets", List.of(at.getAuthority()), "labels", labels);
        }
    }

    /** One series of an answer: its labels, and its values by time, without those that are NaN. */
    record Series(Map<String, String> labels, TreeMap<Double, Double> values) {
        double last() {
            return values.lastEntry().getValue();
        }

        double sum() {
            return values.values().stream().mapToDouble(v -> v).sum();
        }

        double largest() {
            return values.values().stream().mapToDouble(v -> v).max().orElseThrow();
        }
    }

    Prometheus(Path folder, List<Target> targets) throws IOException {
        Files.writeString(folder.resolve("prometheus.yml"), withoutDns());
        Files.createDirectories(folder.resolve("rules"));
        try (Stream<Path> rules = Files.list(RULES)) {
            for (Path file : rules.toList()) {
                Files.copy(file, folder.resolve("rules").resolve(file.getFileName()));
            }
        }
        Files.createDirectories(folder.resolve("targets"));
        Map<String, List<Target>> byJob =
                targets.stream().collect(Collectors.groupingBy(Target::job));
        for (Map.Entry<String, List<Target>> job : byJob.entrySet()) {
            Path file = folder.resolve("targets/" + job.getKey() + ".yml");
            Files.writeString(
                    file, new Yaml().dump(job.getValue().stream().map(Target::described).toList()));
        }
        String address = "127.0.0.1:" + Program.freePort();
        base = "http://" + address;
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "prometheus",
                                "--config.file=prometheus.yml",
                                "--storage.tsdb.path=data",
                                "--web.listen-address=" + address));
        command.addAll(features());
        program = Program.start(folder, Map.of(), command);
        await().atMost(Duration.ofMinutes(1)).until(this::ready);
    }

    /** The file as it is but for the service's discovery in Docker's DNS. */
    @SuppressWarnings("unchecked")
    private static String withoutDns() throws IOException {
        Map<String, Object> configuration = new Yaml().load(Files.readString(CONFIGURATION));
        ((List<Map<String, Object>>) configuration.get("scrape_configs"))
                .forEach(job -> job.remove("dns_sd_configs"));
        return new Yaml().dump(configuration);
    }

    /** What the compose file switches on. */
    private static List<String> features() throws IOException {
        return ComposeService.all()
                .get("prometheus")
                .path("command")
                .valueStream()
                .map(JsonNode::asString)
                .filter(flag -> flag.startsWith("--enable-feature="))
                .toList();
    }

    private boolean ready() {
        if (!program.running()) {
            throw new IllegalStateException("prometheus ended; see its log");
        }
        try {
            return send("/-/ready").statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /** The value of each series at this instant. */
    List<Series> now(String query) {
        return series(ask("query", Map.of("query", query)));
    }

    /** The one value at this instant. */
    double value(String query) {
        List<Series> series = now(query);
        if (series.size() != 1) {
            throw new IllegalStateException(query + " has " + series.size() + " series");
        }
        return series.getFirst().last();
    }

    List<Series> range(String query, Instant from, Instant to, Duration step) {
        return series(
                ask(
                        "query_range",
                        Map.of(
                                "query",
                                query,
                                "start",
                                Double.toString(from.toEpochMilli() / 1000.0),
                                "end",
                                Double.toString(to.toEpochMilli() / 1000.0),
                                "step",
                                step.toSeconds() + "s")));
    }

    /** Each metric's type, a histogram's and a summary's parts as the counters that they are. */
    Map<String, String> types() {
        Map<String, String> types = new HashMap<>();
        ask("metadata", Map.of())
                .properties()
                .forEach(
                        family -> {
                            String name = family.getKey();
                            String type = family.getValue().path(0).path("type").asString();
                            switch (type) {
                                case "counter" -> {
                                    types.put(name, type);
                                    types.put(name + "_total", type);
                                }
                                case "histogram", "summary" ->
                                        List.of("_bucket", "_sum", "_count")
                                                .forEach(part -> types.put(name + part, "counter"));
                                default -> types.put(name, type);
                            }
                        });
        // Prometheus' own, about each scrape.
        List.of("up", "scrape_duration_seconds").forEach(name -> types.put(name, "gauge"));
        ask("rules", Map.of("type", "record"))
                .path("groups")
                .forEach(
                        group ->
                                group.path("rules")
                                        .forEach(
                                                rule ->
                                                        types.put(
                                                                rule.path("name").asString(),
                                                                "gauge")));
        return types;
    }

    JsonNode ask(String what, Map<String, String> parameters) {
        StringBuilder query = new StringBuilder("/api/v1/" + what + "?");
        parameters.forEach(
                (name, value) ->
                        query.append(name)
                                .append('=')
                                .append(URLEncoder.encode(value, StandardCharsets.UTF_8))
                                .append('&'));
        try {
            JsonNode answer = JSON.readTree(send(query.toString()).body());
            if (!answer.path("status").asString().equals("success")) {
                throw new IllegalStateException(parameters + ": " + answer);
            }
            return answer.path("data");
        } catch (IOException e) {
            throw new IllegalStateException(what, e);
        }
    }

    private HttpResponse<String> send(String path) throws IOException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(base + path))
                        .timeout(Duration.ofSeconds(30))
                        .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(path, e);
        }
    }

    private static List<Series> series(JsonNode data) {
        return data.path("result").valueStream().map(Prometheus::oneSeries).toList();
    }

    private static Series oneSeries(JsonNode result) {
        Map<String, String> labels = new TreeMap<>();
        result.path("metric")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        TreeMap<Double, Double> values = new TreeMap<>();
        Stream.concat(result.path("values").valueStream(), Stream.of(result.path("value")))
                .filter(point -> point.size() == 2 && !point.path(1).asString().equals("NaN"))
                .forEach(
                        point ->
                                values.put(
                                        point.path(0).asDouble(),
                                        Double.parseDouble(
                                                point.path(1)
                                                        .asString()
                                                        .replace("Inf", "Infinity"))));
        return new Series(labels, values);
    }

    @Override
    public void close() {
        program.close();
        http.close();
    }
}
