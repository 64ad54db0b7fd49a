package connlab.backend;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What a server says it is.
 *
 * @param product {@code MariaDB}
 * @param version {@code 11.4.5}
 * @param facts settings that matter to a run, by the server's own names
 */
public record ServerInfo(String product, String version, Map<String, String> facts) {
    /** A server that was not reached yet. */
    public static final ServerInfo UNKNOWN = new ServerInfo("unknown", "", Map.of());

    /** A numeric fact, where the server told it. */
    public OptionalLong number(String fact) {
        String value = facts.get(fact);
        return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
    }

    /** {@code MariaDB 11.4.5}. */
    public String display() {
        return (product + " " + version).strip();
    }
}
