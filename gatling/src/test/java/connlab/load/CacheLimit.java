package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.Objects;

/**
 * memcached's limit of connections during a sweep.
 *
 * @param most its {@code -c}, or {@code unknown}
 * @param refused connections that it refused by its own count
 */
record CacheLimit(String most, long refused) {
    static CacheLimit of(List<JsonNode> runs) {
        String most =
                runs.stream()
                        .map(run -> run.findValue("maxconns"))
                        .filter(Objects::nonNull)
                        .map(JsonNode::asText)
                        .findFirst()
                        .orElse("unknown");
        long refused =
                runs.stream().mapToLong(run -> run.path("window").path("refused").asLong()).sum();
        return new CacheLimit(most, refused);
    }

    /** What a connection that was refused behind or before nginx points to. */
    String behindRefusals() {
        return refused > 0
                ? "memcached's -c %s: by its own count it refused %d connections"
                        .formatted(most, refused)
                : "nginx's worker_connections or accept queue (its log says which), or memcached's"
                        + " accept queue (-b, somaxconn); not to memcached's -c, which refused"
                        + " nobody";
    }
}
