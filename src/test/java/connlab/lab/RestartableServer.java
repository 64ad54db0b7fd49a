package connlab.lab;

import connlab.embedded.EmbeddedServers;
import connlab.embedded.StartedServer;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server process on this machine; started again by repeating its command line (Linux). */
final class RestartableServer implements ServerUnderTest {
    private final int port;
    private final Map<String, Object> settings;
    private final Runnable owner;
    private final List<String> command;
    private final List<String> environment;
    private final Path folder;
    private ProcessHandle process;

    /**
     * Takes a running server over.
     *
     * @param owner closed after the process has been ended; null to leave it running
     */
    RestartableServer(ProcessHandle process, int port, Map<String, Object> settings, Runnable owner)
            throws IOException {
        this.process = process;
        this.port = port;
        this.settings = settings;
        this.owner = owner;
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        command = zeroTerminated(proc.resolve("cmdline"));
        environment = zeroTerminated(proc.resolve("environ"));
        folder = proc.resolve("cwd").toRealPath();
    }

    /** One of connlab's own embedded servers. */
    static RestartableServer embedded(String type) throws IOException {
        AnnotationConfigApplicationContext context =
                new AnnotationConfigApplicationContext("connlab.embedded");
        StartedServer started = context.getBean(EmbeddedServers.class).start(type);
        return new RestartableServer(
                started.pids().getFirst(),
                started.port(),
                Map.of(
                        "host", started.host(),
                        "port", started.port(),
                        "database", started.database(),
                        "user", started.user(),
                        "password", started.password()),
                context::close);
    }

    private static List<String> zeroTerminated(Path file) throws IOException {
        String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return List.of(all.split("\0"));
    }

    private boolean postgres() {
        return command.getFirst().endsWith("/postgres");
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public Map<String, Object> settings() {
        return settings;
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        ProcessHandle running = process;
        // SIGINT is PostgreSQL's fast shutdown, which does not wait for sessions to end.
        signal(postgres() ? "INT" : "TERM", running);
        running.onExit().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public void startAgain() throws IOException {
        List<String> again = new ArrayList<>();
        if (postgres() && "root".equals(System.getProperty("user.name"))) {
            again.addAll(List.of("unshare", "-U"));
        }
        again.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(again)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        environment.forEach(
                entry -> {
                    int equals = entry.indexOf('=');
                    if (equals > 0) {
                        builder.environment()
                                .put(entry.substring(0, equals), entry.substring(equals + 1));
                    }
                });
        process = builder.start().toHandle();
    }

    @Override
    public void freeze() throws IOException, InterruptedException {
        signal("STOP", process);
    }

    @Override
    public void thaw() throws IOException, InterruptedException {
        signal("CONT", process);
    }

    /** To the process and its children: PostgreSQL's sessions are processes of their own. */
    private static void signal(String name, ProcessHandle process)
            throws IOException, InterruptedException {
        boolean all = name.equals("STOP") || name.equals("CONT");
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        Stream.concat(Stream.of(process), all ? process.descendants() : Stream.empty())
                .forEach(one -> command.add(Long.toString(one.pid())));
        new ProcessBuilder(command).start().waitFor();
    }

    @Override
    public void close() {
        if (owner != null) {
            process.destroy();
            process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
            owner.run();
        }
    }
}
