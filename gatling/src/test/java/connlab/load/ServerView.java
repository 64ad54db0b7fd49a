package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.StreamSupport;

/** What the service's own runs say about the connections of one lane's rounds. */
final class ServerView {
    private final List<JsonNode> runs;

    /** Picks the runs of the lane with these labels that began after the given instant. */
    ServerView(Optional<JsonNode> all, String lane, List<String> labels, Instant after) {
        runs =
                all.stream()
                        .flatMap(node -> StreamSupport.stream(node.spliterator(), false))
                        .filter(run -> run.path("lane").asText().equals(lane))
                        .filter(run -> labels.contains(run.path("label").asText()))
                        .filter(run -> !Instant.parse(run.path("begin").asText()).isBefore(after))
                        .toList();
    }

    /** How many of the lane's rounds the service found. */
    int runs() {
        return runs.size();
    }

    /** The highest number of open connections of any round. */
    OptionalDouble peakOpen() {
        return runs.stream()
                .map(run -> run.path("window").path("peakOpen"))
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble)
                .max();
    }

    /** Connections that the server opened, divided by the trials, over all rounds. */
    OptionalDouble openedPerRequest() {
        double opened = 0;
        double trials = 0;
        for (JsonNode run : runs) {
            JsonNode delta = run.path("window").path("opened");
            if (!delta.isNumber()) {
                return OptionalDouble.empty();
            }
            opened += delta.asDouble();
            trials += run.path("trials").asDouble();
        }
        return trials == 0 ? OptionalDouble.empty() : OptionalDouble.of(opened / trials);
    }
}
