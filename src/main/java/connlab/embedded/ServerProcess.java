package connlab.embedded;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A running program of an embedded server. */
final class ServerProcess {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final int LAST_LINES = 6;

    private final String server;
    private final Process process;
    private final Path log;

    ServerProcess(String server, Process process, Path log) {
        this.server = server;
        this.process = process;
        this.log = log;
    }

    /** Asks the server whether it takes connections. */
    interface ReadyCheck<T> {
        T ask() throws IOException, SQLException;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Writes all of the program's standard input. */
    void feed(String input) throws IOException {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It ended before it read everything: what it said is a better message than "broken
            // pipe".
            throw failed("ended early", e);
        }
    }

    /** Waits until the program has done its work. */
    void awaitEnd() throws IOException {
        if (!ended(START_LIMIT)) {
            stop();
            throw failed("was not done after " + START_LIMIT.toSeconds() + " s", null);
        }
        if (process.exitValue() != 0) {
            throw failed("failed with exit code " + process.exitValue(), null);
        }
    }

    /**
     * Asks until the server answers, and ends it if it doesn't.
     *
     * @throws Ports.Taken if it ended because its port was in use
     */
    <T> T awaitReady(ReadyCheck<T> check) throws IOException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (true) {
            if (!process.isAlive()) {
                throw failed("ended with exit code " + process.exitValue(), null);
            }
            try {
                return check.ask();
            } catch (IOException | SQLException e) {
                if (System.nanoTime() - deadline > 0) {
                    stop();
                    throw failed("took no connection: " + e.getMessage(), e);
                }
            }
            if (ended(Duration.ofMillis(40))) {
                throw failed("ended with exit code " + process.exitValue(), null);
            }
        }
    }

    /** Ends the program, by force if it takes long, and waits until it has ended. */
    void stop() {
        process.destroy();
        if (!awaitQuietly()) {
            process.destroyForcibly();
            awaitQuietly();
        }
    }

    private boolean ended(Duration limit) throws IOException {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            stop();
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException("interrupted while " + server + " was starting");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** Waits even if interrupted: a server that outlives its folder would be left over. */
    private boolean awaitQuietly() {
        boolean interrupted = false;
        long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
        try {
            while (true) {
                try {
                    return process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private IOException failed(String what, @Nullable Exception cause) {
        String said = lastWords();
        String message = server + " " + what + (said.isEmpty() ? "" : "; it said: " + said);
        if (said.toLowerCase(Locale.ROOT).contains("address already in use")) {
            return new Ports.Taken(message);
        }
        return new IOException(message, cause);
    }

    /** The end of its log without the chatter, on one line. */
    private String lastWords() {
        try {
            List<String> lines =
                    new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                            .lines()
                            .map(String::strip)
                            .filter(line -> !line.isEmpty() && !line.contains("[Note]"))
                            .toList();
            return String.join(
                    " | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException | UncheckedIOException _) {
            return "";
        }
    }
}
