package connlab.preflight;

import org.springframework.stereotype.Component;

import java.util.List;
import java.util.Optional;

/**
 * {@code tcp_tw_recycle}, which old guides set. It broke connections from behind address
 * translation and was removed in Linux 4.12.
 */
@Component
final class TimeWaitRecycle implements Check {
    private static final String SETTING = "net.ipv4.tcp_tw_recycle";

    @Override
    public String name() {
        return "tw-recycle";
    }

    @Override
    public List<Finding> look(Situation situation) throws Unreadable {
        String kernel = situation.host().setting("kernel.osrelease");
        Optional<Long> value = situation.host().numberIfThere(SETTING);
        if (value.isEmpty()) {
            return List.of(
                    finding(
                            Severity.OK,
                            "Linux %s has no %s: it was removed in 4.12."
                                    .formatted(kernel, SETTING),
                            "None. A guide that sets it is older than that.",
                            "Leave it out; sysctl -w net.ipv4.tcp_tw_reuse=1 is what remains."));
        }
        boolean on = value.get() != 0;
        return List.of(
                finding(
                        on ? Severity.NOTE : Severity.OK,
                        SETTING + " is " + value.get() + ".",
                        on
                                ? "Callers behind one translated address are dropped at random:"
                                        + " load from another network times out."
                                : "None.",
                        "sysctl -w " + SETTING + "=0"));
    }

    private Finding finding(Severity severity, String found, String effect, String remedy) {
        return new Finding(name(), severity, "this host", found, effect, remedy, null, null);
    }
}
