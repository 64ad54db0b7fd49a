package connlab.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The PgBouncer of this machine with the repository's own configuration, in front of a PostgreSQL
 * server.
 */
final class PgBouncerProcess implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");
    private static final Path CONFIGURATION = Path.of("pgbouncer/pgbouncer.ini").toAbsolutePath();

    private final Path folder;
    private final int port;
    private Process process;

    /**
     * Starts it on a free port.
     *
     * @param settings lines of {@code local.ini} beside the addresses
     */
    PgBouncerProcess(ServerUnderTest postgres, List<String> settings) throws IOException {
        assumeTrue(Files.isExecutable(PROGRAM), "no PgBouncer: " + PROGRAM + " is missing");
        folder = Files.createTempDirectory("connlab-pgbouncer-");
        port = freePort();
        List<String> lines = new ArrayList<>(settings);
        lines.add("listen_addr = 127.0.0.1");
        lines.add("listen_port = " + port);
        lines.add("stats_users = " + postgres.settings().get("user"));
        lines.add("[databases]");
        lines.add("* = host=127.0.0.1 port=" + postgres.port());
        Files.write(folder.resolve("local.ini"), lines);
        Files.writeString(
                folder.resolve("userlist.txt"),
                "\"%s\" \"%s\"%n"
                        .formatted(
                                postgres.settings().get("user"),
                                postgres.settings().get("password")));
        start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    void start() throws IOException {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            // It refuses to run as root.
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of(PROGRAM.toString(), CONFIGURATION.toString()));
        process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                        .start();
        awaitListening();
    }

    private void awaitListening() throws IOException {
        for (int i = 0; i < 100 && process.isAlive(); i++) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                assert socket.isConnected();
                return;
            } catch (IOException _) {
                pause();
            }
        }
        throw new IOException("PgBouncer did not start: " + Files.readString(log()));
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    int port() {
        return port;
    }

    private Path log() {
        return folder.resolve("pgbouncer.log");
    }

    /** How many clients have logged in to use a database, by its own log. */
    long logins() throws IOException {
        try (Stream<String> lines = Files.lines(log())) {
            return lines.filter(line -> line.contains("login attempt: db=test")).count();
        }
    }

    void stop() {
        process.destroy();
        process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() throws IOException {
        stop();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
