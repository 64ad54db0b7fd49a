package connlab.lab;

import connlab.ConnlabApplication;
import connlab.backend.Parameters;
import connlab.backend.Server;
import connlab.lane.BackendRuntime;
import connlab.lane.Lane;
import connlab.lane.Lanes;
import connlab.trial.Origin;
import connlab.trial.Outcome;
import connlab.trial.Trial;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A service with its servers in a network of its own, where this process then leaves the kernel
 * four ports for new connections and holds all four to one server after another. It prints what a
 * trial on each lane comes to then, and once the ports are free again.
 */
final class NarrowNetwork {
    private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    /** The pools take their connections while the kernel has ports. */
    private static final Duration FILLING = Duration.ofSeconds(5);

    private NarrowNetwork() {}

    public static void main(String[] arguments) throws Exception {
        try (ConfigurableApplicationContext context =
                new SpringApplicationBuilder(ConnlabApplication.class).run(arguments)) {
            Lanes lanes = context.getBean(Lanes.class);
            Trial trial = context.getBean(Trial.class);
            for (BackendRuntime backend : lanes.backends()) {
                awaitUp(backend);
            }
            Thread.sleep(FILLING);
            Files.writeString(RANGE, "40000 40003");
            for (Lane<?> lane : lanes.all()) {
                if (lane.id().strategy().equals("per-request") && lane.down().isEmpty()) {
                    report(lane, trial);
                }
            }
        }
    }

    private static void awaitUp(BackendRuntime backend) throws InterruptedException {
        for (int i = 0; i < 600 && !backend.status().up(); i++) {
            Thread.sleep(100);
        }
    }

    private static void report(Lane<?> lane, Trial trial) throws IOException, InterruptedException {
        Server server = lane.backend().server();
        List<Socket> held =
                server == null || server.port() == 0
                        ? List.of()
                        : hold(server.host(), server.port());
        long before = openFiles();
        String without = outcome(lane, trial);
        for (int i = 0; i < 20; i++) {
            outcome(lane, trial);
        }
        long leaked = openFiles() - before;
        for (Socket socket : held) {
            socket.close();
        }
        System.out.printf(
                "RESULT %s held=%d leaked=%s without=%s with=%s%n",
                lane.id().name(), held.size(), leaked > 10, without, outcomeOnceFree(lane, trial));
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    /** The kernel gives a port in TIME_WAIT away again after a second. */
    private static String outcomeOnceFree(Lane<?> lane, Trial trial) throws InterruptedException {
        String outcome = outcome(lane, trial);
        for (int i = 0; i < 50 && !outcome.equals("success"); i++) {
            Thread.sleep(200);
            outcome = outcome(lane, trial);
        }
        return outcome;
    }

    private static List<Socket> hold(String host, int port) throws IOException {
        List<Socket> held = new ArrayList<>();
        while (held.size() < 100) {
            try {
                held.add(new Socket(host, port));
            } catch (SocketException _) {
                return held;
            }
        }
        throw new IllegalStateException("the kernel still had ports after " + held.size());
    }

    private static String outcome(Lane<?> lane, Trial trial) {
        Outcome outcome =
                lane.prepare(new Parameters(Map.of())).run(trial, Origin.UNLABELLED).outcome();
        return outcome instanceof Outcome.Failure failure ? failure.kind().label() : "success";
    }
}
