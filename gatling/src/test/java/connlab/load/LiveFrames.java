package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Writes down the service's live frames, four a second, while a load is under way. */
final class LiveFrames implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String DATA = "data:";

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<JsonNode> frames = new CopyOnWriteArrayList<>();

    LiveFrames(String baseUrl) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + "/live")).build();
        http.sendAsync(request, HttpResponse.BodyHandlers.ofLines())
                .thenAccept(answer -> listen(answer.body()));
    }

    private void listen(Stream<String> lines) {
        lines.filter(line -> line.startsWith(DATA))
                .forEach(
                        line -> {
                            try {
                                JsonNode frame = JSON.readTree(line.substring(DATA.length()));
                                if (frame.has("backends")) {
                                    frames.add(frame);
                                }
                            } catch (IOException _) {
                                // A frame that can't be read is missing in the curve.
                            }
                        });
    }

    /** All so far, in their order. */
    List<JsonNode> all() {
        return List.copyOf(frames);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
