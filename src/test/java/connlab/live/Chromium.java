package connlab.live;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A headless Chromium with one page, driven over its own DevTools protocol: no driver to download,
 * and none whose version must fit the browser's.
 */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final List<String> FLAGS =
            List.of(
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--remote-debugging-port=0");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private String session = "";

    /** The browser on the search path, if there is one. */
    static Optional<Path> find() {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            for (String name : NAMES) {
                Path candidate = Path.of(folder, name);
                if (Files.isExecutable(candidate)) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    /** Starts it with a fresh profile in this folder and an empty page. */
    Chromium(Path program, Path profile) throws Exception {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(FLAGS);
        command.add("--user-data-dir=" + profile);
        process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(profile.resolve("chromium.log").toFile())
                        .start();
        socket =
                http.newWebSocketBuilder()
                        .buildAsync(URI.create(address(profile)), new Reader())
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        String target =
                call("Target.createTarget", Map.of("url", "about:blank"))
                        .get("targetId")
                        .asString();
        session =
                call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                        .get("sessionId")
                        .asString();
        call("Runtime.enable", Map.of());
        call("Log.enable", Map.of());
        call("Page.enable", Map.of());
    }

    /** It writes its port and path into its profile once it listens. */
    private String address(Path profile) throws Exception {
        Path file = profile.resolve("DevToolsActivePort");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (lines.size() >= 2) {
                return "ws://127.0.0.1:" + lines.get(0) + lines.get(1);
            }
            Thread.sleep(50);
        }
        throw new IllegalStateException(
                "Chromium did not start: " + Files.readString(profile.resolve("chromium.log")));
    }

    void open(String url) {
        call("Page.navigate", Map.of("url", url));
    }

    /** The value of an expression in the page, awaited if it is a promise. */
    JsonNode evaluate(String expression) {
        JsonNode answer =
                call(
                        "Runtime.evaluate",
                        Map.of(
                                "expression", expression,
                                "returnByValue", true,
                                "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.get("result").path("value");
    }

    /** The text of the first element that matches, as a reader sees it. */
    String text(String selector) {
        return evaluate("document.querySelector('" + selector + "')?.innerText ?? ''").asString();
    }

    boolean visible(String selector) {
        return evaluate("document.querySelector('" + selector + "')?.offsetHeight > 0").asBoolean();
    }

    /** Everything that went wrong in the page: exceptions, console errors, failed requests. */
    List<String> errors() {
        return List.copyOf(errors);
    }

    JsonNode call(String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, Object> message =
                session.isEmpty()
                        ? Map.of("id", id, "method", method, "params", parameters)
                        : Map.of(
                                "id", id,
                                "method", method,
                                "params", parameters,
                                "sessionId", session);
        socket.sendText(JSON.writeValueAsString(message), true).join();
        JsonNode said = answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        if (said.has("error")) {
            throw new IllegalStateException(method + ": " + said.get("error"));
        }
        return said.get("result");
    }

    private void received(JsonNode message) {
        if (message.has("id")) {
            answers.remove(message.get("id").asInt()).complete(message);
            return;
        }
        JsonNode details = message.path("params");
        boolean error =
                switch (message.path("method").asString()) {
                    case "Runtime.exceptionThrown" -> true;
                    case "Runtime.consoleAPICalled" ->
                            details.path("type").asString().equals("error");
                    case "Log.entryAdded" ->
                            details.path("entry").path("level").asString().equals("error");
                    default -> false;
                };
        if (error) {
            errors.add(details.toString());
        }
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(_ -> process).join();
        process.destroyForcibly();
    }

    private final class Reader implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                String whole = text.toString();
                text.setLength(0);
                received(JSON.readTree(whole));
            }
            from.request(1);
            return null;
        }
    }
}
