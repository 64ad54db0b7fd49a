package connlab.embedded;

import org.springframework.stereotype.Component;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * memcached: the one on {@code PATH}, or else {@link StandInMemcached}. There is no login and no
 * database: memcached has neither.
 */
@Component
final class MemcachedServer implements EmbeddedServer {
    /** With a file in the server's folder, so that {@link Children} knows whose it is. */
    static final String PID_FILE_OPTION = "-P";

    private static final int MAX_CONNECTIONS = 10_240;

    private final Optional<Path> program;
    private final Ports ports;

    MemcachedServer() {
        this(SearchPath.find("memcached"), new Ports());
    }

    /**
     * @param program the native memcached; empty for the stand-in
     */
    MemcachedServer(Optional<Path> program, Ports ports) {
        this.program = program;
        this.ports = ports;
    }

    @Override
    public String type() {
        return "memcached";
    }

    @Override
    public StartedServer start(Path folder) throws IOException {
        return program.isPresent() ? startNative(program.get(), folder) : startStandIn();
    }

    private static StartedServer startStandIn() throws IOException {
        StandInMemcached server = StandInMemcached.start(MAX_CONNECTIONS);
        return started(server.port(), "stand-in, not for measuring", List.of(), server::close);
    }

    private StartedServer startNative(Path memcached, Path folder) throws IOException {
        Launcher launcher = new Launcher("memcached", folder, List.of(), Map.of());
        return ports.start(
                port -> {
                    ServerProcess process =
                            launcher.start("server", command(memcached, folder, port));
                    process.awaitReady(() -> checkPid(port, process.handle().pid()));
                    return started(
                            port, memcached.toString(), List.of(process.handle()), process::stop);
                });
    }

    private static StartedServer started(
            int port, String origin, List<ProcessHandle> pids, Runnable stop) {
        return new StartedServer(Ports.HOST, port, "", "", "", origin, pids, stop);
    }

    private static List<String> command(Path memcached, Path folder, int port) {
        List<String> command = new ArrayList<>();
        command.add(memcached.toString());
        command.addAll(List.of("-l", Ports.HOST, "-p", Integer.toString(port), "-U", "0"));
        command.addAll(List.of("-m", "1024", "-c", Integer.toString(MAX_CONNECTIONS)));
        command.addAll(List.of("-b", "4096"));
        command.addAll(List.of(PID_FILE_OPTION, folder.resolve("memcached.pid").toString()));
        if (NotRoot.needed()) {
            command.addAll(List.of("-u", account()));
        }
        return command;
    }

    /** An account that may do less than root, where there is one. */
    private static String account() {
        try {
            List<String> accounts =
                    Files.readAllLines(Path.of("/etc/passwd"), StandardCharsets.UTF_8).stream()
                            .map(line -> line.split(":", 2)[0])
                            .toList();
            return List.of("memcache", "memcached", "nobody").stream()
                    .filter(accounts::contains)
                    .findFirst()
                    .orElse("root");
        } catch (IOException _) {
            return "root";
        }
    }

    /**
     * Whether the server that answers is the one that was started: there is no password to tell.
     */
    private static boolean checkPid(int port, long pid) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(Ports.HOST), port), 3_000);
            socket.setSoTimeout(3_000);
            socket.getOutputStream().write("stats\r\n".getBytes(StandardCharsets.US_ASCII));
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals("STAT pid " + pid)) {
                    return true;
                }
                if (line.equals("END")) {
                    break;
                }
            }
        }
        throw new IOException("another server answered");
    }
}
