package connlab.preflight;

import connlab.backend.Backend.Kind;
import connlab.preflight.Situation.LaneState;
import connlab.preflight.Situation.ServerState;

import org.springframework.stereotype.Component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The time after which a server closes an idle connection, against the time that a pool keeps one,
 * both in seconds. A pool that keeps it longer hands out dead ones, unless it pings them in time.
 */
@Component
final class IdleTimeout implements Check {
    @Override
    public String name() {
        return "wait-timeout";
    }

    @Override
    public List<Finding> look(Situation situation) {
        List<Finding> findings = new ArrayList<>();
        for (ServerState server : situation.servers(Kind.SQL)) {
            for (Idle idle : Idle.values()) {
                OptionalLong told = server.info().number(idle.fact);
                if (told.isPresent()) {
                    for (LaneState lane : situation.direct(server, LaneState::pooled)) {
                        findings.add(
                                finding(server, lane, idle, told.getAsLong() / idle.perSecond));
                    }
                }
            }
        }
        return findings;
    }

    /** What servers call it, and its unit. */
    private enum Idle {
        MYSQL("wait_timeout", 1, "SET GLOBAL wait_timeout = 28800;"),
        POSTGRES(
                "idle_session_timeout",
                1000,
                "ALTER SYSTEM SET idle_session_timeout = 0; SELECT pg_reload_conf();");

        private final String fact;
        private final long perSecond;
        private final String remedy;

        Idle(String fact, long perSecond, String remedy) {
            this.fact = fact;
            this.perSecond = perSecond;
            this.remedy = remedy;
        }
    }

    private Finding finding(ServerState server, LaneState lane, Idle idle, long seconds) {
        long lifetime = lane.number("pool-lifetime-seconds").orElse(0);
        long ping = lane.number("pool-keepalive-seconds").orElse(0);
        // 0 is "never" for the server, and "for ever" for the pool.
        boolean outlived = seconds == 0 || (lifetime > 0 && lifetime < seconds);
        boolean pinged = ping > 0 && ping < seconds;
        return new Finding(
                name(),
                outlived ? Severity.OK : pinged ? Severity.NOTE : Severity.WILL_SPOIL,
                lane.name() + " on " + server.display(),
                String.format(
                        Locale.ROOT,
                        "%s: the server closes what is idle for %s; the pool keeps a connection"
                                + " for %s and pings it %s.",
                        idle.fact,
                        seconds(seconds, "ever: never"),
                        seconds(lifetime, "ever"),
                        ping == 0 ? "never" : "every " + seconds(ping, "")),
                outlived
                        ? "None: the pool renews its connections before that."
                        : pinged
                                ? "None while the pings arrive; a server that is stopped for that"
                                        + " long closes the pool's connections."
                                : "After a pause the pool's connections are dead, and the first"
                                        + " trials pay for new ones.",
                idle.remedy
                        + " (or --connlab.lanes."
                        + lane.name()
                        + ".pool-lifetime="
                        + Math.max(30, seconds / 2)
                        + "s)",
                null,
                List.of(lane.name()));
    }

    private static String seconds(long seconds, String none) {
        return seconds == 0 ? none : String.format(Locale.ROOT, "%,d s", seconds);
    }
}
