package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.Locale;

/** What the service's runs say about the connections of one lane's rounds. */
final class ServerView {
    private static final String UNKNOWN = "-";

    private final List<JsonNode> runs;

    /** Picks the lane's rounds with these labels. */
    ServerView(List<JsonNode> all, String lane, List<String> labels) {
        runs =
                all.stream()
                        .filter(run -> run.path("lane").asText().equals(lane))
                        .filter(run -> labels.contains(run.path("label").asText()))
                        .toList();
    }

    /** Both figures in a sentence. */
    String sentence() {
        return "the server's own count: at most %s open, %s opened per request.%n"
                .formatted(peakOpen(), openedPerRequest());
    }

    /** How many of the lane's rounds the service noticed. */
    int rounds() {
        return runs.size();
    }

    /** The highest number of open connections in any round. */
    String peakOpen() {
        return runs.stream()
                .map(run -> run.path("window").path("peakOpen"))
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble)
                .max()
                .stream()
                .mapToObj("%.0f"::formatted)
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** Connections that the server opened, divided by the trials, over all rounds. */
    String openedPerRequest() {
        double opened = 0;
        long trials = 0;
        for (JsonNode run : runs) {
            JsonNode window = run.path("window");
            if (window.path("shared").asBoolean()) {
                return "shared";
            }
            if (!window.path("opened").isNumber()) {
                return UNKNOWN;
            }
            opened += window.path("opened").asDouble();
            trials += run.path("trials").asLong();
        }
        return trials == 0 ? UNKNOWN : String.format(Locale.ROOT, "%.4f", opened / trials);
    }
}
