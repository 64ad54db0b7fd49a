package connlab.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Another connlab process, as far as embedded servers go: it starts all of them, says {@code ready}
 * and closes them in a shutdown hook, as Spring does.
 */
final class ChildInstance {
    private final Process process;
    private final Path log;

    private ChildInstance(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static ChildInstance start(Path log) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                ChildInstance.class.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        return new ChildInstance(process, log);
    }

    static List<EmbeddedServer> servers() {
        return List.of(new MariaDbServer(), new PostgresServer(), new MemcachedServer());
    }

    Process process() {
        return process;
    }

    String output() throws IOException {
        return Files.readString(log);
    }

    /** Its folders: one once it started something. */
    List<Path> folders() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> isItsOwn(file.getFileName().toString())).toList();
        }
    }

    /** The server processes that it has recorded. */
    List<ProcessHandle> children() throws IOException {
        return folders().stream().flatMap(Children::recorded).toList();
    }

    private boolean isItsOwn(String name) {
        return name.startsWith("connlab-") && name.contains("-" + process.pid() + "-");
    }

    public static void main(String[] arguments) throws Exception {
        EmbeddedServers servers = new EmbeddedServers(servers());
        Runtime.getRuntime().addShutdownHook(new Thread(servers::close));
        List<Thread> starters =
                Stream.of("mysql", "postgres", "memcached")
                        .map(type -> Thread.ofVirtual().start(() -> start(servers, type)))
                        .toList();
        for (Thread starter : starters) {
            starter.join();
        }
        System.out.println("ready");
        TimeUnit.HOURS.sleep(1);
    }

    private static void start(EmbeddedServers servers, String type) {
        try {
            servers.start(type);
        } catch (IOException e) {
            System.out.println("failed: " + e.getMessage());
        }
    }
}
