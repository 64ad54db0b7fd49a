package connlab.watch;

import static org.awaitility.Awaitility.await;

import connlab.backend.Server;
import connlab.lab.Lab;
import connlab.watch.Prometheus.Target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The service with its embedded servers, a second instance on the same servers that runs as in the
 * container, the exporters that Debian has, and Prometheus.
 */
final class WatchedLab implements AutoCloseable {
    static final String[] PROGRAMS = {
        "prometheus", "prometheus-mysqld-exporter", "prometheus-postgres-exporter", "memcached"
    };

    private final List<AutoCloseable> started = new ArrayList<>();
    private final Lab lab;
    private final Prometheus prometheus;
    private final String second;

    /**
     * Starts them all and waits for the first scrape of each.
     *
     * @param lanes settings of lanes beside the usual ones
     */
    WatchedLab(Path folder, Map<String, Object> lanes) throws Exception {
        try {
            lab = closedLater(new Lab(lanes));
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
            second = "http://127.0.0.1:" + Program.freePort();
            closedLater(new Image(folder).start(secondInstance()));
            List<Target> targets =
                    List.of(
                            new Target("connlab", lab.base(), Map.of()),
                            new Target("connlab", second, Map.of()),
                            exporter(
                                    folder,
                                    "mysqld",
                                    "mysql",
                                    "%s:%s@(%s)/".formatted(login("mysql"))),
                            exporter(
                                    folder,
                                    "postgres",
                                    "postgres",
                                    "postgresql://%s:%s@%s/test?sslmode=disable"
                                            .formatted(login("postgres"))));
            prometheus =
                    closedLater(
                            new Prometheus(
                                    Files.createDirectory(folder.resolve("prometheus")), targets));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> prometheus.now("up == 1").size() == targets.size());
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    Lab lab() {
        return lab;
    }

    Prometheus prometheus() {
        return prometheus;
    }

    /** Where the second instance answers. */
    String second() {
        return second;
    }

    /** The variables that compose sets, for this lab's servers. */
    private Map<String, String> secondInstance() {
        Map<String, String> variables = new HashMap<>();
        for (String backend : List.of("mysql", "postgres", "memcached")) {
            Server server = lab.backend(backend).server();
            String prefix = "CONNLAB_" + backend.toUpperCase(Locale.ROOT) + "_";
            variables.put(prefix + "HOST", server.host());
            variables.put(prefix + "PORT", Integer.toString(server.port()));
            variables.put(prefix + "DATABASE", server.database());
            variables.put(prefix + "USER", server.user());
            variables.put(prefix + "PASSWORD", server.password());
        }
        variables.put("CONNLAB_BIND", "127.0.0.1");
        variables.put("CONNLAB_PORT", second.substring(second.lastIndexOf(':') + 1));
        variables.put("CONNLAB_RUNS_DIRECTORY", "");
        variables.put("JAVA_TOOL_OPTIONS", "-Xmx256m");
        return variables;
    }

    private Object[] login(String backend) {
        Server server = lab.backend(backend).server();
        return new Object[] {server.user(), server.password(), server.address()};
    }

    private Target exporter(Path folder, String job, String backend, String source)
            throws IOException {
        String address = "127.0.0.1:" + Program.freePort();
        closedLater(
                Program.start(
                        folder,
                        Map.of("DATA_SOURCE_NAME", source),
                        List.of(
                                "prometheus-" + job + "-exporter",
                                "--web.listen-address=" + address)));
        return new Target(job, "http://" + address, Map.of("backend", backend));
    }

    private <T extends AutoCloseable> T closedLater(T resource) {
        started.add(resource);
        return resource;
    }

    @Override
    public void close() {
        for (AutoCloseable resource : started.reversed()) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Settings of one more lane. */
    static Map<String, Object> lane(String name, String backend, String strategy) {
        String key = "connlab.lanes." + name;
        Map<String, Object> settings = new HashMap<>();
        settings.put(key + ".backend", backend);
        settings.put(key + ".strategy", strategy);
        settings.put(key + ".pool-size", 2);
        return settings;
    }

    /** Twenty lanes in all: the seven shipped ones and thirteen of a user's own. */
    static Map<String, Object> thirteenMoreLanes() {
        Map<String, Object> lanes = new HashMap<>();
        for (String backend : List.of("mysql", "postgres", "memcached")) {
            for (String strategy : List.of("per-request", "pooled")) {
                Stream.of("mine", "yours")
                        .map(
                                owner ->
                                        lane(
                                                backend + "-" + strategy + "-" + owner,
                                                backend,
                                                strategy))
                        .forEach(lanes::putAll);
            }
        }
        lanes.putAll(lane("noop-mine", "noop", "per-request"));
        return lanes;
    }
}
