package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service under load, asked beside the load. */
final class Service {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OK = 200;
    private static final Pattern FAILURE = Pattern.compile("\"failure\":\"([a-z-]+)\"");

    private final String baseUrl;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(3))
                    .build();

    Service(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /** Waits while it is starting; refuses where nothing answers. */
    void awaitReady() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (readiness() != OK) {
            if (System.nanoTime() > deadline) {
                throw new Refusal(
                        "The service at %s answers, but is not ready after %d s; look at its log."
                                .formatted(baseUrl, PATIENCE.toSeconds()));
            }
            pause(Duration.ofMillis(500));
        }
    }

    private int readiness() {
        try {
            return get("/actuator/health/readiness", "*/*").statusCode();
        } catch (IOException | IllegalArgumentException _) {
            throw new Refusal(
                    """
                    Nothing answers at %s. Start the service in another terminal, wait until it \
                    says that it is ready, and try again:

                      mvn spring-boot:run

                    If it runs elsewhere: -DbaseUrl=http://HOST:PORT\
                    """
                            .formatted(baseUrl));
        }
    }

    /** The name of the lane behind a path, found by one trial on it. */
    String laneOf(String path) {
        try {
            HttpResponse<String> answer = get(path, "application/json");
            JsonNode body = JSON.readTree(answer.body());
            if (answer.statusCode() == OK) {
                return body.path("lane").asText();
            }
            throw new Refusal(
                    "%s does not work: %s"
                            .formatted(path, body.path("detail").asText(answer.body())));
        } catch (IOException e) {
            throw new Refusal("%s does not work: %s".formatted(path, e.getMessage()));
        }
    }

    /** The service's own word, or what this side saw where the service said nothing. */
    static String failureClass(int status, String body) {
        Matcher said = FAILURE.matcher(String.valueOf(body));
        if (said.find()) {
            return said.group(1);
        }
        return status == 0 ? "no-http-answer" : "http-" + status;
    }

    /** What the service says of a lane. */
    JsonNode lane(String name) {
        return json("/lanes/" + name);
    }

    /** The sentence of a comparison, or why there is none. */
    String verdict(List<String> lanes, String label) {
        JsonNode answer =
                json(
                        "/runs/compare?wait=true&lanes=%s&label=%s"
                                .formatted(String.join(",", lanes), label));
        return answer.path("verdict").asText(answer.path("detail").asText());
    }

    /** An answer as it is, also where it is a problem. */
    JsonNode json(String path) {
        try {
            return JSON.readTree(get(path, "application/json").body());
        } catch (IOException e) {
            throw new Refusal("%s does not work: %s".formatted(path, e.getMessage()));
        }
    }

    /** The service's own record of the runs with this label, in any round; empty without one. */
    List<JsonNode> runs(String name) {
        try {
            HttpResponse<String> answer = get("/runs?wait=true&label=" + name, "application/json");
            List<JsonNode> runs = new ArrayList<>();
            if (answer.statusCode() == OK) {
                JSON.readTree(answer.body()).forEach(runs::add);
            }
            return runs;
        } catch (IOException _) {
            return List.of();
        }
    }

    private HttpResponse<String> get(String path, String accept) throws IOException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(baseUrl + path))
                        .timeout(PATIENCE)
                        .header("Accept", accept)
                        .header("X-Connlab-Run", Settings.WARMUP)
                        .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal("Interrupted while waiting for the service.");
        }
    }
}
