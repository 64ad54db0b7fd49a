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

/**
 * The service with its embedded servers, the two proxies by the compose file's own commands, a
 * second instance on the same servers that runs as in the container, the exporters that Debian has,
 * and Prometheus.
 */
final class WatchedLab implements AutoCloseable {
    static final String[] PROGRAMS = {
        "prometheus",
        "prometheus-mysqld-exporter",
        "prometheus-postgres-exporter",
        "memcached",
        "pgbouncer",
        "psql",
        "nginx",
        "nc"
    };

    private final List<AutoCloseable> started = new ArrayList<>();
    private final Lab lab;
    private final Prometheus prometheus;
    private final String second;
    private final int pgbouncer = Program.freePort();
    private final int gateway = Program.freePort();

    /**
     * Starts them all and waits for the first scrape of each.
     *
     * @param lanes settings of lanes beside the usual ones
     */
    WatchedLab(Path folder, Map<String, Object> lanes) throws Exception {
        try {
            Map<String, Object> settings = new HashMap<>(lanes);
            settings.putAll(proxies());
            lab = closedLater(new Lab(settings));
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
            closedLater(pgbouncer(folder.resolve("pgbouncer")));
            closedLater(gateway(folder.resolve("memc")));
            await().atMost(Duration.ofMinutes(1)).until(this::everyLaneIsUp);
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

    private boolean everyLaneIsUp() {
        return lab.json("/lanes")
                .valueStream()
                .allMatch(lane -> lane.path("state").asString().equals("up"));
    }

    /** Where the proxies will be, once the servers behind them are there. */
    private Map<String, String> proxies() {
        return Map.of(
                "CONNLAB_PGBOUNCER_HOST",
                "127.0.0.1",
                "CONNLAB_PGBOUNCER_PORT",
                Integer.toString(pgbouncer),
                "CONNLAB_MEMC_GATEWAY_URL",
                "http://127.0.0.1:" + gateway);
    }

    private Program pgbouncer(Path folder) throws IOException, InterruptedException {
        Server postgres = lab.backend("postgres").server();
        Map<String, String> passwords = Map.of("CONNLAB_POSTGRES_PASSWORD", postgres.password());
        ComposeService service =
                new ComposeService("pgbouncer", passwords)
                        .with("/tmp/pgbouncer", folder + "/files")
                        .with(
                                "host=postgres port=5432",
                                "host=%s port=%d".formatted(postgres.host(), postgres.port()))
                        .with("listen_addr = *", "listen_addr = 127.0.0.1")
                        .with("listen_port = 6432", "listen_port = " + pgbouncer)
                        .with("-p 6432", "-p " + pgbouncer);
        if ("root".equals(System.getProperty("user.name"))) {
            // It refuses to run as root, which its image does not do.
            service.with("exec pgbouncer", "exec unshare -U pgbouncer");
        }
        return service.start(folder);
    }

    private Program gateway(Path folder) throws IOException, InterruptedException {
        return new ComposeService("openresty", Map.of())
                .with("/tmp/memc", folder + "/files")
                .with("0.0.0.0:8081", "127.0.0.1:" + gateway)
                .with("127.0.0.1 8081", "127.0.0.1 " + gateway)
                .with("memcached:11211", lab.backend("memcached").server().address())
                .with("exec openresty", "exec nginx")
                .start(folder);
    }

    /** What PgBouncer's own console says about its one pool. */
    Map<String, Double> pgBouncerPool() throws IOException, InterruptedException {
        Server postgres = lab.backend("postgres").server();
        List<String> command =
                List.of(
                        "psql",
                        "--csv",
                        "-h127.0.0.1",
                        "-p" + pgbouncer,
                        "-U" + postgres.user(),
                        "-cSHOW POOLS",
                        "pgbouncer");
        Program.Result answer =
                Program.run(Path.of("."), Map.of("PGPASSWORD", postgres.password()), command);
        List<List<String>> table =
                answer.output().lines().map(line -> List.of(line.split(","))).toList();
        int database = table.getFirst().indexOf("database");
        List<String> row =
                table.stream()
                        .filter(one -> one.get(database).equals(postgres.database()))
                        .findFirst()
                        .orElseThrow(() -> new IOException(answer.output()));
        Map<String, Double> pool = new HashMap<>();
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i).matches("\\d+")) {
                pool.put(table.getFirst().get(i), Double.valueOf(row.get(i)));
            }
        }
        return pool;
    }

    /** The variables that compose sets, for this lab's servers. */
    private Map<String, String> secondInstance() {
        Map<String, String> variables = new HashMap<>(proxies());
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

    /** Twenty lanes in all: the ten shipped ones, and one more of a user's own beside each. */
    static Map<String, Object> tenMoreLanes() {
        Map<String, Object> lanes = new HashMap<>();
        for (String strategy : List.of("per-request", "pooled")) {
            lane(lanes, "mysql", "direct", strategy);
            lane(lanes, "postgres", "direct", strategy);
            lane(lanes, "postgres", "pgbouncer", strategy);
            lane(lanes, "memcached", "direct", strategy);
        }
        lane(lanes, "noop", "direct", "per-request");
        lane(lanes, "memcached", "nginx", "pooled");
        lanes.put("connlab.lanes.my-memcached-nginx-pooled.driver", "memc-http");
        return lanes;
    }

    private static void lane(
            Map<String, Object> lanes, String backend, String route, String strategy) {
        String key = "connlab.lanes.my-" + backend + "-" + route + "-" + strategy;
        lanes.put(key + ".backend", backend);
        lanes.put(key + ".route", route);
        lanes.put(key + ".strategy", strategy);
        lanes.put(key + ".pool-size", 2);
    }
}
