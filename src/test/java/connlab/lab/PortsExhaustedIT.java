package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kernel out of ports for one address, provoked for real in a network namespace (Linux). */
class PortsExhaustedIT {
    /** Root needs no namespace of users, and in one memcached could not give its rights up. */
    private static final List<String> OWN_NETWORK =
            System.getProperty("user.name").equals("root")
                    ? List.of("unshare", "--net")
                    : List.of("unshare", "--map-root-user", "--net");

    private static final String OTHER_CLIENTS =
            Stream.of("memcached.xmemcached", "memcached.folsom", "mysql.mariadb")
                    .map(client -> client.split("\\."))
                    .map(
                            client ->
                                    "--connlab.lanes.%2$s.backend=%1$s --connlab.lanes.%2$s.driver=%2$s"
                                                    .formatted(client[0], client[1])
                                            + " --connlab.lanes.%s.strategy=per-request"
                                                    .formatted(client[1]))
                    .collect(Collectors.joining(" "));

    @TempDir private Path folder;

    @Test
    void aKernelWithoutAFreePortIsItsOwnFailureClassForEveryDriverAndItPasses() throws Exception {
        assumeThat(run(inItsOwnNetwork("true"), 10))
                .as("unshare from util-linux, and the right to make a network namespace")
                .isZero();

        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String service =
                "ip link set lo up && exec \"$0\" -cp \"$1\" connlab.lab.NarrowNetwork"
                        + " --server.port=0 --connlab.runs.directory= "
                        + OTHER_CLIENTS;
        List<String> command =
                inItsOwnNetwork("sh", "-c", service, java, System.getProperty("java.class.path"));
        assertThat(run(command, 180)).as(output()).isZero();

        List<String> results = output().lines().filter(l -> l.startsWith("RESULT")).toList();
        assertThat(results).as(output()).hasSizeGreaterThanOrEqualTo(6);
        assertThat(results)
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .endsWith(
                                                line.contains(" noop ")
                                                        ? "leaked=false without=success"
                                                                + " with=success"
                                                        : "leaked=false without=ports-exhausted"
                                                                + " with=success"));
    }

    private static List<String> inItsOwnNetwork(String... command) {
        return Stream.concat(OWN_NETWORK.stream(), Stream.of(command)).toList();
    }

    /** The exit status; -1 if there is no such program or its time was up. */
    private int run(List<String> command, int seconds) throws InterruptedException {
        Process process;
        try {
            process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("output").toFile())
                            .start();
        } catch (IOException _) {
            return -1;
        }
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } finally {
            process.destroy();
        }
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output"));
    }
}
