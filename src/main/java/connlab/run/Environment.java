package connlab.run;

import java.util.Map;

/**
 * What a run was measured on; figures from different environments say little about each other.
 *
 * @param server product and version
 * @param serverSettings the server's own settings that matter to a run
 * @param client the client library and its version
 * @param clientSettings how the lane connects: pool, TLS, login
 * @param jdk the Java runtime's version
 * @param kernel the operating system's name and version
 * @param cores processors that this process may use
 */
public record Environment(
        String server,
        Map<String, String> serverSettings,
        String client,
        Map<String, String> clientSettings,
        String jdk,
        String kernel,
        int cores) {}
