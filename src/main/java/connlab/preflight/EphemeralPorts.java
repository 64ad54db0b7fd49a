package connlab.preflight;

import connlab.preflight.Situation.LaneState;

import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The host's own ports against TIME_WAIT: each new connection to one address takes a port that no
 * other connection to it has, or had a short while ago. So many ports over so long is the rate that
 * can be kept up for ever.
 */
@Component
final class EphemeralPorts implements Check {
    private static final String RANGE = "net.ipv4.ip_local_port_range";

    /** What a tuned MySQL lane reaches on two processors. */
    private static final double FAST_LANE_PER_SECOND = 5000;

    private static final double EXAMPLE_PER_SECOND = 1000;

    @Override
    public String name() {
        return "ports";
    }

    @Override
    public List<Finding> look(Situation situation) throws Unreadable {
        List<LaneState> lanes = situation.lanes().stream().filter(LaneState::connects).toList();
        Ports ports = Ports.of(situation.host());
        TimeWait wait = TimeWait.of(situation.host());
        List<Finding> findings = new ArrayList<>();
        for (boolean loopback : List.of(true, false)) {
            List<LaneState> group = lanes.stream().filter(l -> l.loopback() == loopback).toList();
            if (!group.isEmpty()) {
                findings.add(finding(ports, wait, group, loopback));
            }
        }
        return findings;
    }

    private record Ports(long first, long last) {
        static Ports of(Host host) throws Unreadable {
            String[] ends = host.setting(RANGE).split("\\s+", 2);
            return new Ports(Host.whole(ends[0], RANGE), Host.whole(ends[ends.length - 1], RANGE));
        }

        long count() {
            return last - first + 1;
        }
    }

    private Finding finding(Ports ports, TimeWait wait, List<LaneState> lanes, boolean loopback) {
        Duration held = wait.holds(loopback);
        double perSecond = ports.count() * 1e3 / held.toMillis();
        String about =
                lanes.stream()
                        .map(lane -> String.valueOf(lane.target()))
                        .distinct()
                        .collect(Collectors.joining(", "));
        return new Finding(
                name(),
                perSecond < FAST_LANE_PER_SECOND ? Severity.WILL_SPOIL : Severity.OK,
                about,
                String.format(
                        Locale.ROOT,
                        "%,d ports (%d to %d) for each address; a closed connection keeps its port"
                                + " for %.0f s: %,d new connections a second to one address.",
                        ports.count(),
                        ports.first(),
                        ports.last(),
                        held.toMillis() / 1e3,
                        (long) perSecond),
                effect(ports, held, perSecond),
                "sysctl -w net.ipv4.tcp_tw_reuse=1 " + RANGE + "='1024 65535'",
                new Bound.Connects(ports.count(), held),
                Situation.names(lanes));
    }

    private static String effect(Ports ports, Duration held, double perSecond) {
        if (perSecond >= EXAMPLE_PER_SECOND) {
            return "A faster run fails as ports-exhausted.";
        }
        return String.format(
                Locale.ROOT,
                "At %,.0f connections a second they are used up after %d s, and then trials fail as"
                        + " ports-exhausted until %.0f s later.",
                EXAMPLE_PER_SECOND,
                Math.round(ports.count() / EXAMPLE_PER_SECOND),
                held.toMillis() / 1e3);
    }
}
