package connlab.backend.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import connlab.backend.NetworkFailures;
import connlab.backend.Server;
import connlab.embedded.EmbeddedServers;
import connlab.embedded.StartedServer;
import connlab.lab.MemcGateway;
import connlab.trial.TrialFailure;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each client does with keys and values at the limits, on a real memcached, against the table
 * in the README. {@code -Dconnlab.docs=write} rewrites the table.
 */
class ClientLimitsIT {
    private static final Path DOC = Path.of("README.md");
    private static final String BEGIN = "<!-- observed -->\n";
    private static final String END = "<!-- /observed -->\n";
    private static final int MEBIBYTE = 1024 * 1024;

    /** What memcached 1.6 keeps in an item beside a key of one character and the value. */
    private static final int OVERHEAD = 60;

    private record Case(String name, String key, byte[] value) {}

    private static List<Case> cases() {
        byte[] value = {'v', 'a', 'l', '1'};
        byte[] bytes = new byte[512];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return List.of(
                new Case("key of 250 bytes", "k".repeat(250), value),
                new Case("key of 251 bytes", "k".repeat(251), value),
                new Case("key with a space", "a b", value),
                new Case("key with a newline", "a\nb", value),
                new Case("key with é", "é", value),
                new Case("empty value", "e", new byte[0]),
                new Case("value of all bytes", "b", bytes),
                new Case("largest value that fits", "l", new byte[MEBIBYTE - OVERHEAD]),
                new Case("value of 1 MiB", "m", new byte[MEBIBYTE]),
                new Case("value of 1 MiB + 1", "n", new byte[MEBIBYTE + 1]));
    }

    @Test
    void theTableSaysWhatEachClientDoes() throws Exception {
        try (AnnotationConfigApplicationContext embedded =
                new AnnotationConfigApplicationContext("connlab.embedded")) {
            StartedServer memcached = embedded.getBean(EmbeddedServers.class).start("memcached");
            try (MemcGateway gateway = MemcGateway.keepingConnections(memcached.port())) {
                Map<String, List<String>> observed = new LinkedHashMap<>();
                for (CacheLibrary library : new CacheLibraries().all()) {
                    boolean http = library instanceof MemcHttp;
                    Server server = server(http ? gateway.port() : memcached.port());
                    observed.put(library.name(), observe(library, server));
                }
                compare(table(observed));
            }
        }
    }

    private static Server server(int port) {
        Duration timeout = Duration.ofSeconds(2);
        return new Server("sut", "127.0.0.1", port, "", "", "", true, timeout, timeout);
    }

    private static List<String> observe(CacheLibrary library, Server server) throws Exception {
        List<String> outcomes = new ArrayList<>();
        for (Case one : cases()) {
            try (CacheClient client = library.build(server)) {
                client.awaitConnected();
                outcomes.add(outcome(client, one) + after(client));
            }
        }
        return outcomes;
    }

    private static String outcome(CacheClient client, Case one) {
        try {
            client.set(one.key(), one.value(), 60);
            byte[] answer = client.get(one.key());
            return answer == null
                    ? "lost"
                    : Arrays.equals(answer, one.value()) ? "same back" : "WRONG VALUE";
        } catch (TrialFailure e) {
            return e.kind().label() + ": " + said(e.detail());
        } catch (RuntimeException e) {
            return "refused: " + said(NetworkFailures.oneLine(NetworkFailures.rootOf(e)));
        }
    }

    private static String said(String text) {
        String line =
                text.replaceAll("127\\.0\\.0\\.1:\\d+", "ADDRESS")
                        .replaceAll("k{20,}", "k…")
                        .replace("|", "/");
        return line.length() <= 70 ? line : line.substring(0, 70) + "…";
    }

    /**
     * Whether the same client is good for later requests, once it is connected again where it threw
     * its connection away.
     */
    private static String after(CacheClient client) {
        byte[] value = {'n', 'e', 'x', 't'};
        String[] answer = {"; NO ANSWER TO LATER REQUESTS"};
        await().atMost(Duration.ofSeconds(5))
                .ignoreExceptionsInstanceOf(TrialFailure.class)
                .untilAsserted(
                        () -> {
                            client.awaitConnected();
                            client.set("next", value, 60);
                            answer[0] =
                                    Arrays.equals(client.get("next"), value)
                                            ? ""
                                            : "; NEXT ANSWER WRONG";
                        });
        return answer[0];
    }

    private static String table(Map<String, List<String>> observed) {
        StringBuilder out = new StringBuilder("| client |");
        cases().forEach(one -> out.append(' ').append(one.name()).append(" |"));
        out.append("\n|").append(" --- |".repeat(cases().size() + 1)).append('\n');
        observed.forEach(
                (client, outcomes) ->
                        out.append("| ")
                                .append(client)
                                .append(" | ")
                                .append(String.join(" | ", outcomes))
                                .append(" |\n"));
        return out.toString();
    }

    private static void compare(String observed) throws IOException {
        String text = Files.readString(DOC);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        if ("write".equals(System.getProperty("connlab.docs"))) {
            Files.writeString(DOC, text.substring(0, begin) + observed + text.substring(end));
            return;
        }
        assertThat(text.substring(begin, end))
                .as("%s; rewrite it with -Dconnlab.docs=write", DOC)
                .isEqualTo(observed);
    }
}
