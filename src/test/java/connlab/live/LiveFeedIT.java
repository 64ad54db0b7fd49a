package connlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import connlab.lab.Lab;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
@Timeout(60)
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
        try (Listener listener = new Listener()) {
            listener.next();
            long begin = System.nanoTime();
            for (int i = 0; i < 8; i++) {
                listener.next();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(Duration.ofMillis(1500), Duration.ofSeconds(4));
        }
    }

    @Test
    void everyTrialIsInOneFrame() throws Exception {
        try (Listener listener = new Listener()) {
            long before = listener.next().get("time").asLong();
            lab.load("/trial/noop?delay=5ms", 4, 100);
            lab.load("/trial/noop?fail=1", 4, 10);

            double trials = 0;
            long failures = 0;
            for (int i = 0; i < 12; i++) {
                JsonNode frame = listener.next();
                double seconds = (frame.get("time").asLong() - before) / 1e3;
                before = frame.get("time").asLong();
                for (JsonNode lane : frame.get("lanes")) {
                    trials += lane.get("perSecond").asDouble() * seconds;
                    failures += lane.get("failures").path("wrong-answer").asLong();
                }
            }
            assertThat(failures).isEqualTo(10);
            // Rates by the monotonic clock, times by the wall clock, to the millisecond.
            assertThat(trials).isBetween(100.0, 120.0);
        }
    }

    @Test
    void seatsAreBoundedAndFreedWhenTheirReadersGo() throws Exception {
        List<Listener> listeners = new ArrayList<>();
        for (int i = 0; i < LiveFeed.MOST_LISTENERS + 2; i++) {
            listeners.add(new Listener());
        }
        long refused = listeners.stream().filter(l -> l.response.statusCode() == 503).count();
        listeners.forEach(Listener::close);

        // A reader of an earlier test may have kept its seat until a frame to it failed.
        assertThat(refused).isBetween(2L, 4L);
        await().until(LiveFeedIT::hasSeat);
    }

    private static boolean hasSeat() throws IOException, InterruptedException {
        try (Listener listener = new Listener()) {
            return listener.response.statusCode() == 200;
        }
    }

    /** A reader with a connection of its own. */
    private static final class Listener implements AutoCloseable {
        private final HttpClient http = HttpClient.newHttpClient();
        private final HttpResponse<InputStream> response;
        private final BufferedReader lines;

        Listener() throws IOException, InterruptedException {
            URI uri = URI.create(lab.base() + "/live");
            response =
                    http.send(
                            HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            lines =
                    new BufferedReader(
                            new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        JsonNode next() throws IOException {
            String line = lines.readLine();
            while (!line.startsWith("data: ")) {
                line = lines.readLine();
            }
            return JsonMapper.shared().readTree(line.substring("data: ".length()));
        }

        /** Without waiting for the end of a stream that has none. */
        @Override
        public void close() {
            http.shutdownNow();
        }
    }
}
