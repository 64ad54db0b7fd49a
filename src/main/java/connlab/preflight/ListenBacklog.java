package connlab.preflight;

import connlab.preflight.Situation.LaneState;
import connlab.preflight.Situation.ServerState;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * How many connections may wait to be accepted: what a server asked for, and no more than {@code
 * somaxconn} of its own host allows. When the queue is full the kernel drops an attempt, and the
 * client's kernel tries again after a second or more.
 */
@Component
final class ListenBacklog implements Check {
    private static final String MOST = "net.core.somaxconn";
    private static final int PLENTY = 4096;

    @Override
    public String name() {
        return "backlog";
    }

    @Override
    public List<Finding> look(Situation situation) throws Unreadable {
        long most = situation.host().number(MOST);
        List<Finding> findings = new ArrayList<>();
        findings.add(
                finding(
                        "connlab itself",
                        "server.tomcat.accept-count is " + situation.acceptCount(),
                        situation.acceptCount(),
                        most,
                        "--server.tomcat.accept-count=" + PLENTY,
                        null));
        for (ServerState server : situation.servers()) {
            server(situation, server, most, findings);
        }
        return findings;
    }

    private void server(
            Situation situation, ServerState server, long most, List<Finding> findings) {
        List<LaneState> lanes = situation.direct(server, LaneState::connects);
        for (Asked asked : Asked.values()) {
            OptionalLong backlog = server.info().number(asked.fact);
            if (backlog.isPresent() && !lanes.isEmpty()) {
                findings.add(
                        finding(
                                server.display(),
                                asked.fact + " is " + backlog.getAsLong(),
                                backlog.getAsLong(),
                                server.local() ? most : Long.MAX_VALUE,
                                asked.remedy,
                                Situation.names(lanes)));
            }
        }
    }

    /** What servers call it. */
    private enum Asked {
        MYSQL("back_log", "back_log = " + PLENTY + " in my.cnf, and restart the server"),
        MEMCACHED("tcp_backlog", "memcached -b " + PLENTY);

        private final String fact;
        private final String remedy;

        Asked(String fact, String remedy) {
            this.fact = fact;
            this.remedy = remedy;
        }
    }

    private Finding finding(
            String about,
            String setting,
            long asked,
            long most,
            String remedy,
            @Nullable List<String> lanes) {
        long waiting = Math.min(asked, most);
        String host =
                most == Long.MAX_VALUE
                        ? "%s of its host can't be seen from here".formatted(MOST)
                        : "%s is %d".formatted(MOST, most);
        return new Finding(
                name(),
                Severity.ofCallers(waiting),
                about,
                String.format(
                        Locale.ROOT,
                        "%s and %s: %,d connections may wait to be accepted.",
                        setting,
                        host,
                        waiting),
                "Beyond that, attempts are dropped and tried again after 1 s or more, which shows"
                        + " in p99 and max.",
                asked <= most ? remedy : "sysctl -w " + MOST + "=" + PLENTY + ", then restart it",
                new Bound.Callers(waiting),
                lanes);
    }
}
