package connlab.lane;

import connlab.backend.Backend.Kind;
import connlab.backend.BadParameter;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the one lane that a request means. */
@Component
public final class LaneSelector {
    /** The parameters that choose a lane; all others belong to the trial. */
    public static final Set<String> PARAMETERS =
            Set.of("backend", "route", "via", "strategy", "client", "lane");

    private final Lanes lanes;

    LaneSelector(Lanes lanes) {
        this.lanes = lanes;
    }

    /**
     * An endpoint, with what it takes when the request does not say.
     *
     * @param strategy null where the request may choose; otherwise the only one
     */
    public record Endpoint(
            String path,
            Kind kind,
            String backend,
            String defaultStrategy,
            @Nullable String strategy) {
        public static final Endpoint CONNECT =
                new Endpoint("/connect", Kind.SQL, "mysql", "per-request", "per-request");
        public static final Endpoint PCONNECT =
                new Endpoint("/pconnect", Kind.SQL, "mysql", "pooled", "pooled");
        public static final Endpoint MEMCACHED =
                new Endpoint("/memcached", Kind.CACHE, "memcached", "pooled", null);

        private static final List<Endpoint> ALL = List.of(CONNECT, PCONNECT, MEMCACHED);

        private boolean serves(Lane<?> lane) {
            return lane.kind() == kind
                    && (strategy == null || lane.id().strategy().equals(strategy));
        }
    }

    /**
     * Finds it, or says what is missing.
     *
     * @param parameters the request's; those that are not {@link #PARAMETERS} are ignored
     * @throws BadParameter if not exactly one lane of this endpoint fits
     */
    public Lane<?> select(Endpoint endpoint, Map<String, String> parameters) {
        @Nullable String name = parameters.get("lane");
        if (name != null) {
            return byName(endpoint, name, parameters);
        }
        String route = route(parameters);
        List<Lane<?>> left =
                narrow(
                        served(endpoint),
                        "backend",
                        parameters.getOrDefault("backend", endpoint.backend()),
                        lane -> lane.id().backend());
        left =
                narrow(
                        left,
                        parameters.containsKey("via") && !parameters.containsKey("route")
                                ? "via"
                                : "route",
                        route,
                        lane -> lane.id().route());
        left =
                narrow(
                        left,
                        "strategy",
                        parameters.getOrDefault("strategy", endpoint.defaultStrategy()),
                        lane -> lane.id().strategy());
        @Nullable String client = parameters.get("client");
        if (client != null) {
            left = narrow(left, "client", client, Lane::driver);
        } else if (left.size() > 1) {
            left = preferDefaultDriver(left);
        }
        if (left.size() == 1) {
            return left.getFirst();
        }
        throw new BadParameter(
                "lane", "More than one lane fits; name one: " + names(left, "lane=") + ".");
    }

    private Lane<?> byName(Endpoint endpoint, String name, Map<String, String> parameters) {
        for (String other : PARAMETERS) {
            if (!other.equals("lane") && parameters.containsKey(other)) {
                throw new BadParameter(other, "lane= stands alone: leave out " + other + "=.");
            }
        }
        Lane<?> lane =
                lanes.find(name)
                        .orElseThrow(
                                () ->
                                        new BadParameter(
                                                "lane",
                                                "No lane is called '%s'. Lanes of %s: %s."
                                                        .formatted(
                                                                shown(name),
                                                                endpoint.path(),
                                                                names(served(endpoint), ""))));
        if (!endpoint.serves(lane)) {
            throw new BadParameter("lane", otherEndpoint(endpoint, lane));
        }
        return lane;
    }

    private List<Lane<?>> served(Endpoint endpoint) {
        return lanes.all().stream().filter(endpoint::serves).toList();
    }

    private static String route(Map<String, String> parameters) {
        @Nullable String route = parameters.get("route");
        @Nullable String via = parameters.get("via");
        if (route != null && via != null && !route.equals(via)) {
            throw new BadParameter("via", "via= and route= are the same and disagree here.");
        }
        return route != null ? route : via != null ? via : "direct";
    }

    private List<Lane<?>> narrow(
            List<Lane<?>> lanesLeft,
            String parameter,
            String value,
            Function<Lane<?>, String> property) {
        List<Lane<?>> fitting =
                lanesLeft.stream().filter(lane -> property.apply(lane).equals(value)).toList();
        if (!fitting.isEmpty()) {
            return fitting;
        }
        String known =
                lanesLeft.stream()
                        .map(property)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        String elsewhere =
                lanes.all().stream()
                        .filter(lane -> property.apply(lane).equals(value))
                        .findFirst()
                        .map(lane -> " Lane " + lane.id().name() + " is at " + pathOf(lane) + ".")
                        .orElse("");
        throw new BadParameter(
                parameter,
                known.isEmpty()
                        ? "No lane is configured for this endpoint."
                        : "No lane here has %s=%s. Possible: %s.%s"
                                .formatted(parameter, shown(value), known, elsewhere));
    }

    private static List<Lane<?>> preferDefaultDriver(List<Lane<?>> lanesLeft) {
        List<Lane<?>> defaults =
                lanesLeft.stream()
                        .filter(l -> l.driver().equals(l.backend().type().drivers().getFirst()))
                        .toList();
        return defaults.isEmpty() ? lanesLeft : defaults;
    }

    private static String otherEndpoint(Endpoint endpoint, Lane<?> lane) {
        return "Lane %s is not one of %s; it is at %s."
                .formatted(lane.id().name(), endpoint.path(), pathOf(lane));
    }

    private static String pathOf(Lane<?> lane) {
        return Endpoint.ALL.stream()
                .filter(endpoint -> endpoint.serves(lane))
                .findFirst()
                .map(endpoint -> endpoint.path() + "?lane=" + lane.id().name())
                .orElse("/trial/" + lane.id().name());
    }

    private static String names(List<Lane<?>> some, String prefix) {
        return some.stream().map(l -> prefix + l.id().name()).collect(Collectors.joining(", "));
    }

    /** What the caller sent, cut to a length that fits into a sentence. */
    private static String shown(String value) {
        return value.length() <= 64 ? value : value.substring(0, 64) + "…";
    }
}
