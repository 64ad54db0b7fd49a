package connlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import connlab.lab.Lab;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The feed as a program reads it. Only the noop backend is up. */
class LiveFeedIT {
    private static Lab lab;

    @BeforeAll
    static void start() {
        lab = new Lab(Map.of("connlab.embedded.enabled", false));
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    void framesComeFourTimesASecond() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            BufferedReader lines = lines(open(http));
            next(lines);
            long begin = System.nanoTime();
            for (int i = 0; i < 8; i++) {
                next(lines);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(Duration.ofMillis(1500), Duration.ofSeconds(4));
            http.shutdownNow();
        }
    }

    @Test
    void everyTrialIsInOneFrame() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            BufferedReader lines = lines(open(http));
            long before = next(lines).get("time").asLong();

            lab.load("/trial/noop?delay=5", 4, 100);
            lab.load("/trial/noop?fail=1", 4, 10);

            double trials = 0;
            long failures = 0;
            for (int i = 0; i < 40 && trials < 109.5; i++) {
                JsonNode frame = next(lines);
                double seconds = (frame.get("time").asLong() - before) / 1e3;
                before = frame.get("time").asLong();
                for (JsonNode lane : frame.get("lanes")) {
                    trials += lane.get("perSecond").asDouble() * seconds;
                    failures += lane.get("failures").path("wrong-answer").asLong();
                }
            }
            assertThat(trials).isBetween(105.0, 115.0);
            assertThat(failures).isEqualTo(10);
            http.shutdownNow();
        }
    }

    @Test
    void seatsAreBoundedAndFreedWhenTheirReadersGo() throws Exception {
        List<HttpClient> readers = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < LiveFeed.MOST_LISTENERS + 2; i++) {
            HttpClient http = HttpClient.newHttpClient();
            readers.add(http);
            refused += open(http).statusCode() == 503 ? 1 : 0;
        }
        readers.forEach(HttpClient::shutdownNow);

        assertThat(refused).isEqualTo(2);
        await().until(
                        () -> {
                            try (HttpClient http = HttpClient.newHttpClient()) {
                                int status = open(http).statusCode();
                                http.shutdownNow();
                                return status == 200;
                            }
                        });
    }

    private static HttpResponse<InputStream> open(HttpClient http)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(lab.base() + "/live")).build();
        return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    }

    private static BufferedReader lines(HttpResponse<InputStream> response) {
        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .startsWith("text/event-stream");
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    private static JsonNode next(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (!line.startsWith("data: ")) {
            line = lines.readLine();
        }
        return JsonMapper.shared().readTree(line.substring("data: ".length()));
    }
}
