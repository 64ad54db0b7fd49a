package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.run.LocalServer;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

class PostgresLabIT extends SqlContract {
    PostgresLabIT() {
        super("postgres");
    }

    @Override
    ServerUnderTest startServer() throws Exception {
        return RestartableServer.embedded("postgres");
    }

    @Override
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + server().port() + "/test?sslmode=disable";
    }

    @Override
    String maxConnections() {
        return "SHOW max_connections";
    }

    /** Nearly all of its work is done by processes that live as long as a connection. */
    @Test
    void theServersTimePerTrialHoldsThatOfProcessesThatHaveEnded() throws Exception {
        runOf("per-request", "cpu-warm");
        long before = endedChildrenMillis();
        JsonNode run = runOf("per-request", "cpu");
        long ended = endedChildrenMillis() - before;

        assertThat(ended).isPositive();
        double millis = run.at("/host/serverCpuMicrosPerTrial").asDouble() * 100 / 1e3;
        // Two steps of the kernel's clock; and the run ends before the last process has.
        assertThat(millis).isGreaterThan(ended * 0.8 - 20);
    }

    /** {@code cutime} and {@code cstime} of the postmaster; see proc(5). */
    private long endedChildrenMillis() throws IOException {
        long pid = LocalServer.pid(Objects.requireNonNull(sut().server())).orElseThrow();
        String[] afterName = Files.readString(Path.of("/proc/" + pid + "/stat")).split("\\) ");
        String[] words = afterName[afterName.length - 1].split(" ");
        return (Long.parseLong(words[13]) + Long.parseLong(words[14])) * 10;
    }
}
