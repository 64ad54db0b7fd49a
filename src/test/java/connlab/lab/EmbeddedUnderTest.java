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

/** One of connlab's own embedded servers; started again by repeating its command line (Linux). */
final class EmbeddedUnderTest implements ServerUnderTest {
    private final AnnotationConfigApplicationContext context;
    private final StartedServer started;
    private final List<String> command;
    private final List<String> environment;
    private final Path folder;
    private final int uid;
    private final int gid;
    private ProcessHandle process;

    EmbeddedUnderTest(String type) throws IOException {
        context = new AnnotationConfigApplicationContext("connlab.embedded");
        started = context.getBean(EmbeddedServers.class).start(type);
        process = started.pids().getFirst();
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        command = zeroTerminated(proc.resolve("cmdline"));
        environment = zeroTerminated(proc.resolve("environ"));
        folder = proc.resolve("cwd").toRealPath();
        uid = (int) Files.getAttribute(proc, "unix:uid");
        gid = (int) Files.getAttribute(proc, "unix:gid");
    }

    private static List<String> zeroTerminated(Path file) throws IOException {
        String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return List.of(all.split("\0"));
    }

    StartedServer started() {
        return started;
    }

    @Override
    public int port() {
        return started.port();
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of(
                "host", started.host(),
                "port", started.port(),
                "database", started.database(),
                "user", started.user(),
                "password", started.password());
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        ProcessHandle running = process;
        // SIGINT is PostgreSQL's fast shutdown, which does not wait for sessions to end.
        signal(command.getFirst().contains("postgres") ? "INT" : "TERM", running);
        running.onExit().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public void startAgain() throws IOException {
        List<String> again = new ArrayList<>();
        if (uid != 0 && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            again.addAll(List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups"));
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
        process.destroy();
        process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
        context.close();
    }
}
