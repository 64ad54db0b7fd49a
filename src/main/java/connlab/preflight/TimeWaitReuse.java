package connlab.preflight;

import connlab.preflight.Situation.LaneState;

import org.springframework.stereotype.Component;

import java.util.List;

/** {@code tcp_tw_reuse}: whether a port in TIME_WAIT may be taken again early, and where. */
@Component
final class TimeWaitReuse implements Check {
    @Override
    public String name() {
        return "tw-reuse";
    }

    @Override
    public List<Finding> look(Situation situation) throws Unreadable {
        TimeWait wait = TimeWait.of(situation.host());
        List<LaneState> lanes = situation.lanes().stream().filter(LaneState::connects).toList();
        boolean enough = lanes.stream().allMatch(lane -> wait.reuses(lane.loopback()));
        return List.of(
                new Finding(
                        name(),
                        enough ? Severity.OK : Severity.NOTE,
                        "this host",
                        found(wait),
                        enough
                                ? "None: it covers the address of every per-request lane."
                                : "Elsewhere a closed connection's port is out of use for 60 s:"
                                        + " see ports.",
                        remedy(wait),
                        null,
                        Situation.names(lanes)));
    }

    private static String found(TimeWait wait) {
        String setting = "net.ipv4.tcp_tw_reuse is " + wait.reuse();
        if (wait.reuse() != 0 && !wait.timestamps()) {
            return setting + ", which does nothing without net.ipv4.tcp_timestamps.";
        }
        return setting
                + switch ((int) wait.reuse()) {
                    case 0 -> ": ports in TIME_WAIT are not taken again.";
                    case 1 -> ": ports in TIME_WAIT are taken again early.";
                    default -> ": ports in TIME_WAIT are taken again early, towards loopback only.";
                };
    }

    private static String remedy(TimeWait wait) {
        return "sysctl -w net.ipv4.tcp_tw_reuse=1"
                + (wait.timestamps() ? "" : " net.ipv4.tcp_timestamps=1");
    }
}
