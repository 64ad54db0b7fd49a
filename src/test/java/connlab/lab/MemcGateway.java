package connlab.lab;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real nginx with the memc module and the shipped configuration, in front of a memcached. */
public final class MemcGateway implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/nginx");
    private static final Path MODULES = Path.of("/usr/lib/nginx/modules");

    private final Path folder;
    private final int port;
    private final Process process;

    private MemcGateway(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /** With a pool of connections to memcached, as shipped. */
    public static MemcGateway keepingConnections(int memcachedPort) throws IOException {
        return start(memcachedPort, configuration());
    }

    /** Without it: a connection for each request. */
    public static MemcGateway keepingNone(int memcachedPort) throws IOException {
        String without = configuration().replaceFirst("\\n *keepalive 4096;", "");
        if (without.equals(configuration())) {
            throw new IllegalStateException("the shipped configuration keeps no connections");
        }
        return start(memcachedPort, without);
    }

    private static String configuration() throws IOException {
        return Files.readString(Path.of("nginx/memc.conf"));
    }

    private static MemcGateway start(int memcachedPort, String template) throws IOException {
        assumeThat(PROGRAM).as("nginx (Debian: nginx-light)").exists();
        for (String module : List.of("memc", "set_misc")) {
            assumeThat(MODULES.resolve("ngx_http_" + module + "_module.so"))
                    .as("a module of nginx (Debian: libnginx-mod-http-%s)", module)
                    .exists();
        }
        Path folder = Files.createTempDirectory("connlab-memc");
        int port = freePort();
        Path file = folder.resolve("nginx.conf");
        Files.writeString(
                file,
                template.replace("${MEMC_LISTEN}", "127.0.0.1:" + port)
                        .replace("${MEMCACHED}", "127.0.0.1:" + memcachedPort)
                        .replace("${MEMC_FOLDER}", folder.toString()));
        Process process =
                new ProcessBuilder(
                                PROGRAM.toString(),
                                "-e",
                                "stderr",
                                "-c",
                                file.toString(),
                                "-g",
                                "daemon off;")
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile())
                        .start();
        MemcGateway gateway = new MemcGateway(folder, port, process);
        gateway.awaitListening();
        return gateway;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitListening() {
        try {
            await().atMost(Duration.ofSeconds(20))
                    .ignoreExceptions()
                    .until(
                            () -> {
                                try (Socket socket = new Socket("127.0.0.1", port)) {
                                    return socket.isConnected();
                                }
                            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    public int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
        FileSystemUtils.deleteRecursively(folder.toFile());
    }
}
