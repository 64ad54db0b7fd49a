package connlab.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two instances, started as the image does, behind the front of {@code docker compose up --scale
 * app=2}. Docker's DNS alone is replaced: the front is told the two addresses.
 */
class FrontIT {
    @TempDir static Path folder;
    private static final List<AutoCloseable> STARTED = new ArrayList<>();
    private static final List<Integer> PORTS = new ArrayList<>();
    private static int front;

    @BeforeAll
    static void start() throws Exception {
        Program.assumeThere("nginx");
        Image image = new Image(folder);
        for (int i = 0; i < 2; i++) {
            int port = Program.freePort();
            PORTS.add(port);
            STARTED.add(
                    image.start(
                            Map.of(
                                    "CONNLAB_BIND", "127.0.0.1",
                                    "CONNLAB_PORT", Integer.toString(port),
                                    "CONNLAB_RUNS_DIRECTORY", "",
                                    "JAVA_TOOL_OPTIONS", "-Xmx128m")));
        }
        front = Program.freePort();
        Files.writeString(
                folder.resolve("front.conf"),
                Files.readString(Path.of("nginx/front.conf"))
                        .replace("server app:8080 resolve;", servers())
                        .replace("listen 8080", "listen 127.0.0.1:" + front)
                        .replace("/tmp/front.pid", folder.resolve("front.pid").toString()));
        STARTED.add(
                Program.start(
                        folder,
                        Map.of(),
                        List.of("nginx", "-c", folder + "/front.conf", "-g", "daemon off;")));
        for (int port : PORTS) {
            await().atMost(Duration.ofMinutes(1)).until(() -> healthy(port));
        }
    }

    private static String servers() {
        return PORTS.stream()
                .map(port -> "server 127.0.0.1:" + port + ";")
                .reduce("", String::concat);
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable started : STARTED.reversed()) {
            started.close();
        }
    }

    /** By the health check of the compose file. */
    private static boolean healthy(int port) throws IOException, InterruptedException {
        return new ComposeService("app", Map.of()).with("/8080", "/" + port).healthy();
    }

    private static HttpResponse<String> get(int port, String path) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI address = URI.create("http://127.0.0.1:" + port + path);
            return http.send(
                    HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static double trials(int port) throws Exception {
        return get(port, "/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith("connlab_trial_seconds_count"))
                .filter(line -> line.contains("lane=\"noop\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    @Test
    void theFrontSpreadsTrialsOverTheInstances() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(get(front, "/trial/noop").statusCode()).isEqualTo(200);
        }
        assertThat(trials(PORTS.getFirst())).isBetween(5.0, 15.0);
        assertThat(trials(PORTS.getFirst()) + trials(PORTS.getLast())).isEqualTo(20);
    }

    @Test
    void theHealthCheckTellsAServiceFromNone() throws Exception {
        assertThat(healthy(PORTS.getFirst())).isTrue();
        assertThat(healthy(Program.freePort())).isFalse();
    }

    @Test
    void withoutServersTheImageStartsNone() throws Exception {
        assertThat(get(front, "/lanes").body()).contains("noop");
        assertThat(get(front, "/trial/mysql-pooled").statusCode()).isEqualTo(503);
    }
}
