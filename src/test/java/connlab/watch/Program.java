package connlab.watch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of this machine that runs as long as a test needs it, or to its end. */
final class Program implements AutoCloseable {
    private final Process process;

    private Program(Process process) {
        this.process = process;
    }

    /** How it ended and what it said. */
    record Result(int status, String output) {}

    static Optional<Path> find(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Skips the test where one of them is missing. */
    static void assumeThere(String... names) {
        for (String name : names) {
            assumeTrue(find(name).isPresent(), "there is no " + name + " on PATH");
        }
    }

    /** Starts it in the folder, where its output goes to {@code NAME.log}. */
    static Program start(Path folder, Map<String, String> environment, List<String> command)
            throws IOException {
        String name = Path.of(command.getFirst()).getFileName().toString();
        return new Program(
                builder(folder, environment, command, folder.resolve(name + ".log")).start());
    }

    private static ProcessBuilder builder(
            Path folder, Map<String, String> environment, List<String> command, Path output) {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return builder;
    }

    /** Runs it to its end, for five minutes at most. */
    static Result run(Path folder, List<String> command) throws IOException, InterruptedException {
        return run(folder, Map.of(), command);
    }

    /** The same with variables beside those of this process. */
    static Result run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("connlab-", ".log");
        try {
            Process process = builder(folder, environment, command, output).start();
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                end(process);
                throw new IOException(command + " did not end:\n" + Files.readString(output));
            }
            return new Result(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    boolean running() {
        return process.isAlive();
    }

    @Override
    public void close() {
        end(process);
    }

    private static void end(Process process) {
        List<ProcessHandle> children = process.descendants().toList();
        children.forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
