package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.ConnlabApplication;
import connlab.lane.BackendRuntime;
import connlab.lane.Lanes;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The whole service on a free port, with the lanes that a test configures. */
public final class Lab implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ConfigurableApplicationContext context;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * Starts it with these properties beside those of application.yml, on a free port unless they
     * name one.
     */
    public Lab(Map<String, Object> properties) {
        Map<String, Object> all = new TreeMap<>(properties);
        all.putIfAbsent("server.port", 0);
        // Empty: in memory only, and nothing left behind.
        all.putIfAbsent("connlab.runs.directory", "");
        List<String> arguments = new ArrayList<>();
        all.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        context =
                new SpringApplicationBuilder(ConnlabApplication.class)
                        .run(arguments.toArray(String[]::new));
    }

    public Lanes lanes() {
        return context.getBean(Lanes.class);
    }

    public BackendRuntime backend(String name) {
        return lanes().backends().stream()
                .filter(b -> b.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public String base() {
        return "http://127.0.0.1:"
                + ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    /** A request without a body. */
    public HttpResponse<String> send(String method, String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base() + path))
                        .timeout(Duration.ofSeconds(60))
                        .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(path, e);
        }
    }

    /** The answer as JSON, whatever its status. */
    public JsonNode json(String path) {
        return parse(get(path, "Accept", "application/json"));
    }

    /** Runs an experiment, by its name and parameters, to its end; its report. */
    JsonNode experiment(String query) {
        JsonNode result =
                parse(send("POST", "/experiments/" + query, "Accept", "application/json"));
        assertThat(result.path("state").asString()).as(result.toString()).isEqualTo("finished");
        return result.path("report");
    }

    static JsonNode parse(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    /** The same request from several threads at once, as often as said in all. */
    public List<HttpResponse<String>> load(
            String path, int threads, int requests, String... headers) {
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            Callable<HttpResponse<String>> one = () -> get(path, headers);
            List<HttpResponse<String>> answers = new ArrayList<>();
            for (Future<HttpResponse<String>> answer :
                    executor.invokeAll(Collections.nCopies(requests, one))) {
                answers.add(answer.get());
            }
            return answers;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(path, e);
        }
    }

    /** One metric's value from the scrape, the sum of all series whose labels contain the text. */
    public double metric(String name, String labels) {
        return get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") && line.contains(labels))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Override
    public void close() {
        context.close();
        http.close();
    }
}
