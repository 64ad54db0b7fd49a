package connlab.preflight;

import connlab.backend.Backend.Kind;
import connlab.preflight.Situation.LaneState;
import connlab.preflight.Situation.ServerState;

import org.springframework.stereotype.Component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code max_connections} against the sum of all pools, and what that leaves for requests that
 * connect for themselves.
 */
@Component
final class ConnectionLimit implements Check {
    @Override
    public String name() {
        return "max-connections";
    }

    @Override
    public List<Finding> look(Situation situation) {
        List<Finding> findings = new ArrayList<>();
        for (ServerState server : situation.servers(Kind.SQL)) {
            if (Double.isNaN(server.limit())) {
                findings.add(
                        Finding.unknown(
                                name(), server.display(), "The server does not tell its limit."));
            } else {
                long limit = Math.round(server.limit());
                long held = Pools.held(situation, server, "pool-size");
                long left = Pools.left(situation, server, limit, held);
                findings.add(
                        left < 0
                                ? overfull(situation, server, limit, held)
                                : storms(situation, server, limit, held, left));
            }
        }
        return findings;
    }

    private Finding overfull(Situation situation, ServerState server, long limit, long held) {
        return new Finding(
                name(),
                Severity.WILL_SPOIL,
                server.display(),
                sum(situation, server, limit, held) + " That is more than there are.",
                "The pool that fills last stays short; its trials fail as headroom or"
                        + " too-many-connections.",
                remedy(server, held + 2L * Severity.USUAL_CALLERS),
                null,
                Situation.names(situation.direct(server, _ -> true)));
    }

    private Finding storms(
            Situation situation, ServerState server, long limit, long held, long left) {
        // With max-in-flight within what is left a lane never opens more at once.
        List<LaneState> lanes =
                situation.direct(
                        server,
                        lane ->
                                lane.connects()
                                        && lane.number("max-in-flight").orElse(Long.MAX_VALUE)
                                                > left);
        return new Finding(
                name(),
                lanes.isEmpty() ? Severity.OK : Severity.ofCallers(left),
                server.display(),
                sum(situation, server, limit, held)
                        + String.format(
                                Locale.ROOT, " %,d are left for requests that connect.", left),
                "Beyond that, trials fail as %s."
                        .formatted(server.yours() ? "headroom" : "too-many-connections"),
                remedy(server, held + 2L * Severity.MOST_CALLERS),
                new Bound.Callers(left),
                Situation.names(lanes));
    }

    private static String sum(Situation situation, ServerState server, long limit, long held) {
        return String.format(
                Locale.ROOT,
                "The server takes %,d connections; the pools hold %d, the probe 1%s.",
                limit,
                held,
                server.yours()
                        ? ", and %d stay free for others".formatted(situation.headroom())
                        : "");
    }

    private static String remedy(ServerState server, long enough) {
        return switch (server.type()) {
                    case "mysql" -> "SET GLOBAL max_connections = %d;".formatted(enough);
                    case "postgres" ->
                            "ALTER SYSTEM SET max_connections = %d; and restart the server"
                                    .formatted(enough);
                    default -> "raise the server's limit to %d".formatted(enough);
                }
                + " (or the lane's max-in-flight)";
    }
}
