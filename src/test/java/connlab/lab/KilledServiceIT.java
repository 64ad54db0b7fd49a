package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A service that is killed without a warning loses the run that was under way, and no other. */
class KilledServiceIT {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private Process service;
    private int port;

    @AfterEach
    void end() {
        service.destroyForcibly();
        http.close();
    }

    @Test
    void itLosesTheRunThatWasUnderWayAndATornLineIsKeptAndSkipped() throws Exception {
        start();
        run("first");
        run("second");
        get("/trial/noop?times=50", "under-way");
        kill();

        start();
        assertThat(labels()).containsExactly("second", "first");
        run("third");
        kill();

        Path file = folder.resolve("runs.jsonl");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 40));
        start();
        assertThat(labels()).containsExactly("second", "first");
        assertThat(Files.readString(folder.resolve("log")))
                .contains("line 3 is torn or not a run, skipped");
        run("fourth");

        assertThat(labels()).containsExactly("fourth", "second", "first");
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(4);
        assertThat(lines.get(2)).contains("third").doesNotEndWith("}");
        assertThat(lines.get(3)).startsWith("{").contains("fourth").endsWith("}");
    }

    private void start() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        service =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "connlab.ConnlabApplication",
                                "--server.port=" + port,
                                "--connlab.embedded.enabled=false",
                                "--connlab.runs.gap=300ms",
                                "--connlab.runs.directory=" + folder)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile())
                        .start();
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> get("/empty", "none").statusCode() == 200);
    }

    /** SIGKILL, in the middle of whatever it does. */
    private void kill() {
        service.destroyForcibly();
        service.onExit().join();
    }

    private void run(String label) throws Exception {
        get("/trial/noop?times=50", label);
        await().atMost(Duration.ofSeconds(20)).until(() -> labels().contains(label));
    }

    /** Of the runs, the newest first. */
    private List<String> labels() throws Exception {
        List<String> labels = new ArrayList<>();
        for (JsonNode run : JSON.readTree(get("/runs", "none").body())) {
            labels.add(run.get("label").asString());
        }
        return labels;
    }

    private HttpResponse<String> get(String path, String label) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Accept", "application/json")
                        .header("X-Connlab-Run", label)
                        .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
