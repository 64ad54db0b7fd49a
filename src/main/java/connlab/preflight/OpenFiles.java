package connlab.preflight;

import org.springframework.stereotype.Component;

import java.util.List;
import java.util.Locale;

/** The open files that this process may have; each connection is one. */
@Component
final class OpenFiles implements Check {
    private static final String LIMITS = "/proc/self/limits";
    private static final String LINE = "Max open files";

    /** Jars, logs, probes and pools. */
    private static final int OWN = 300;

    @Override
    public String name() {
        return "open-files";
    }

    @Override
    public List<Finding> look(Situation situation) throws Unreadable {
        long limit = limit(situation.host().text(LIMITS));
        long callers = Math.max(0, (limit - OWN) / 2);
        return List.of(
                new Finding(
                        name(),
                        Severity.ofCallers(callers),
                        "connlab itself",
                        String.format(
                                Locale.ROOT,
                                "%s; a request takes two, its caller's connection and its own:"
                                        + " enough for %,d callers at once.",
                                limit == Long.MAX_VALUE
                                        ? "Any number of open files"
                                        : String.format(Locale.ROOT, "%,d open files", limit),
                                callers),
                        "Beyond that, neither callers nor servers can be connected to.",
                        "ulimit -n 65536, then start connlab",
                        new Bound.Callers(callers),
                        null));
    }

    /** {@code Max open files soft hard files}; Java raises the soft one at its start. */
    private static long limit(String limits) throws Unreadable {
        for (String line : limits.lines().toList()) {
            if (line.startsWith(LINE)) {
                String soft = line.substring(LINE.length()).strip().split("\\s+", 2)[0];
                return soft.equals("unlimited") ? Long.MAX_VALUE : Host.whole(soft, LIMITS);
            }
        }
        throw new Unreadable(LIMITS + " has no line '" + LINE + "'.");
    }
}
