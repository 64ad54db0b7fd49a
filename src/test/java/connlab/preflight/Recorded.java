package connlab.preflight;

import connlab.backend.Backend.Kind;
import connlab.backend.ServerInfo;
import connlab.preflight.Situation.LaneState;
import connlab.preflight.Situation.ServerState;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a Debian 12 with Linux 6.12 and its servers said, word for word; tests change a word or two.
 */
final class Recorded {
    static final String RANGE = "/proc/sys/net/ipv4/ip_local_port_range";
    static final String REUSE = "/proc/sys/net/ipv4/tcp_tw_reuse";
    static final String TIMESTAMPS = "/proc/sys/net/ipv4/tcp_timestamps";
    static final String RECYCLE = "/proc/sys/net/ipv4/tcp_tw_recycle";
    static final String SOMAXCONN = "/proc/sys/net/core/somaxconn";
    static final String KERNEL = "/proc/sys/kernel/osrelease";
    static final String LIMITS = "/proc/self/limits";

    /** In place of a file's text: there is no right to read it. */
    static final String FORBIDDEN = "forbidden";

    private static final Map<String, String> FILES =
            Map.of(
                    RANGE, "32768\t60999\n",
                    REUSE, "2\n",
                    TIMESTAMPS, "1\n",
                    SOMAXCONN, "4096\n",
                    KERNEL, "6.12.43+deb12-amd64\n",
                    LIMITS,
                            """
                            Limit                     Soft Limit           Hard Limit           Units
                            Max cpu time              unlimited            unlimited            seconds
                            Max processes             95789                95789                processes
                            Max open files            524288               524288               files
                            Max locked memory         3142590464           3142590464           bytes
                            """);

    private Recorded() {}

    /** The same host with these files instead: name, text, name, text. */
    static Host host(String... changes) {
        Map<String, String> files = new HashMap<>(FILES);
        for (int i = 0; i < changes.length; i += 2) {
            files.put(changes[i], changes[i + 1]);
        }
        return new Host(
                path -> {
                    String text = files.get(path);
                    if (text == null) {
                        throw new NoSuchFileException(path);
                    }
                    if (text.equals(FORBIDDEN)) {
                        throw new AccessDeniedException(path);
                    }
                    return text;
                });
    }

    /** A host that is no Linux. */
    static Host elsewhere() {
        return new Host(
                path -> {
                    throw new NoSuchFileException(path);
                });
    }

    static ServerState mysql(double limit, boolean yours, Map<String, String> facts) {
        return new ServerState(
                "mysql",
                Kind.SQL,
                "mysql",
                "127.0.0.1:3306",
                true,
                yours,
                new ServerInfo("MariaDB", "10.11.14", facts),
                limit);
    }

    static ServerState postgres(Map<String, String> facts) {
        return new ServerState(
                "postgres",
                Kind.SQL,
                "postgres",
                "db2:5432",
                false,
                true,
                new ServerInfo("PostgreSQL", "15.14", facts),
                97);
    }

    static ServerState memcached(Map<String, String> facts) {
        return new ServerState(
                "memcached",
                Kind.CACHE,
                "memcached",
                "127.0.0.1:11211",
                true,
                false,
                new ServerInfo("memcached", "1.6.18", facts),
                Double.NaN);
    }

    static LaneState perRequest(String backend, String target) {
        return new LaneState(
                backend + "-per-request",
                backend,
                "direct",
                false,
                target,
                target.startsWith("127."),
                Map.of());
    }

    static LaneState pooled(String backend, Map<String, String> settings) {
        return new LaneState(
                backend + "-pooled", backend, "direct", true, "127.0.0.1:3306", true, settings);
    }

    static Situation situation(Host host, List<ServerState> servers, LaneState... lanes) {
        return new Situation(host, servers, List.of(lanes), 10, 100);
    }

    static Situation situation(Host host, LaneState... lanes) {
        return situation(host, List.of(), lanes);
    }
}
