package connlab.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.stereotype.Component;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The host's TCP sockets by state, and how many local ports it has for outgoing connections, from
 * the kernel's own figures; absent where it is not Linux.
 */
@Component
final class HostMetrics implements MeterBinder {
    private static final Path SOCKSTAT = Path.of("/proc/net/sockstat");
    private static final Path PORT_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    /** The kernel's word, and the one that people know. */
    private static final Map<String, String> STATES =
            Map.of("inuse", "in-use", "tw", "time-wait", "orphan", "orphan");

    @Override
    public void bindTo(MeterRegistry registry) {
        if (!Files.isReadable(SOCKSTAT)) {
            return;
        }
        STATES.forEach(
                (word, state) ->
                        Gauge.builder("connlab.host.sockets", () -> count(word))
                                .description("TCP sockets of this host, by state")
                                .tags("state", state)
                                .register(registry));
        Gauge.builder("connlab.host.ephemeral.ports", HostMetrics::ports)
                .description("Local ports for outgoing connections to one and the same address")
                .register(registry);
    }

    private static double ports() {
        try {
            // Not readString, whose first read of one byte is the last that this file answers.
            String[] range = Files.readAllLines(PORT_RANGE).getFirst().split("\\s+");
            return Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
        } catch (IOException _) {
            return Double.NaN;
        }
    }

    private static double count(String word) {
        try {
            for (String line : Files.readAllLines(SOCKSTAT)) {
                String[] words = line.split(" ");
                for (int i = 1; words[0].equals("TCP:") && i + 1 < words.length; i += 2) {
                    if (words[i].equals(word)) {
                        return Double.parseDouble(words[i + 1]);
                    }
                }
            }
        } catch (IOException _) {
            // Unknown, as below.
        }
        return Double.NaN;
    }
}
