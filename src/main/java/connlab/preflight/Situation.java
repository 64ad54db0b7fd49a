package connlab.preflight;

import connlab.backend.Backend.Kind;
import connlab.backend.ServerInfo;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * All that a check may look at, as values.
 *
 * @param headroom connections to leave free on servers that are not connlab's own
 * @param acceptCount connections that may wait for connlab's own web server
 */
record Situation(
        Host host,
        List<ServerState> servers,
        List<LaneState> lanes,
        int headroom,
        int acceptCount) {

    /**
     * A server that answers.
     *
     * @param backend the name of its backend
     * @param kind the work that it does
     * @param type {@code mysql}
     * @param local whether it is reached over loopback, and so shares this host's kernel
     * @param yours whether it is not connlab's own
     * @param info what it says of itself
     * @param limit the most connections that it takes now; {@code NaN} if unknown
     */
    record ServerState(
            String backend,
            Kind kind,
            String type,
            String address,
            boolean local,
            boolean yours,
            ServerInfo info,
            double limit) {

        /** {@code mysql, MariaDB 11.4.5 at 127.0.0.1:3306}. */
        String display() {
            return "%s, %s at %s".formatted(backend, info.display(), address);
        }
    }

    /**
     * A lane that can be tried.
     *
     * @param pooled whether its connections stay open between trials
     * @param target the address that it connects to, a proxy's where one is on its route
     * @param loopback whether that address is on loopback
     * @param settings the client's and the pool's, by name
     */
    record LaneState(
            String name,
            String backend,
            String route,
            boolean pooled,
            @Nullable String target,
            boolean loopback,
            Map<String, String> settings) {

        /** Whether each of its trials opens a connection over the network. */
        boolean connects() {
            return !pooled && target != null;
        }

        boolean direct() {
            return route.equals("direct");
        }

        /** A setting that is a whole number; empty where the lane has none. */
        OptionalLong number(String setting) {
            String value = settings.get(setting);
            return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
        }
    }

    /** The lanes that hold this server's connections themselves: no proxy is between. */
    List<LaneState> direct(ServerState server, Predicate<LaneState> which) {
        return lanes.stream()
                .filter(lane -> lane.backend().equals(server.backend()) && lane.direct())
                .filter(which)
                .toList();
    }

    List<ServerState> servers(Kind kind) {
        return servers.stream().filter(server -> server.kind() == kind).toList();
    }

    static List<String> names(List<LaneState> lanes) {
        return lanes.stream().map(LaneState::name).toList();
    }
}
