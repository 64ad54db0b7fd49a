package connlab.lane;

import connlab.ConnlabProperties;
import connlab.ConnlabProperties.BackendProperties;
import connlab.ConnlabProperties.LaneProperties;
import connlab.ConnlabProperties.ProxyProperties;
import connlab.backend.Backend;
import connlab.backend.LaneContext;
import connlab.backend.Server;
import connlab.trial.LaneId;

import org.springframework.stereotype.Component;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All configured backends and lanes, by name. Configuration that can't be meant stops the start.
 */
@Component
public final class Lanes {
    private final ConnlabProperties properties;
    private final Map<String, BackendRuntime> backends = new LinkedHashMap<>();
    private final Map<String, Lane<?>> lanes = new TreeMap<>();

    Lanes(ConnlabProperties properties, List<Backend<?>> types) {
        this.properties = properties;
        Map<String, Backend<?>> byName = new TreeMap<>();
        types.forEach(type -> byName.put(type.type(), type));
        properties
                .backends()
                .forEach((name, settings) -> backends.put(name, backend(name, settings, byName)));
        properties.lanes().forEach((name, settings) -> lanes.put(name, lane(name, settings)));
    }

    public Collection<BackendRuntime> backends() {
        return backends.values();
    }

    /** In the order of their names. */
    public Collection<Lane<?>> all() {
        return lanes.values();
    }

    public Optional<Lane<?>> find(String name) {
        return Optional.ofNullable(lanes.get(name));
    }

    private BackendRuntime backend(
            String name, BackendProperties settings, Map<String, Backend<?>> types) {
        Backend<?> type = types.get(settings.type());
        if (type == null) {
            throw new InvalidConfiguration(
                    "connlab.backends." + name + ".type", settings.type(), types.keySet());
        }
        boolean configured = !settings.host().isBlank();
        return new BackendRuntime(name, type, configured, properties.limits().headroom());
    }

    private Lane<?> lane(String name, LaneProperties settings) {
        String key = "connlab.lanes." + name;
        BackendRuntime backend = backends.get(settings.backend());
        if (backend == null) {
            throw new InvalidConfiguration(key + ".backend", settings.backend(), backends.keySet());
        }
        if (!settings.route().equals("direct")
                && !properties.proxies().containsKey(settings.route())) {
            TreeSet<String> known = new TreeSet<>(properties.proxies().keySet());
            known.add("direct");
            throw new InvalidConfiguration(key + ".route", settings.route(), known);
        }
        List<String> drivers = backend.type().drivers();
        String driver = settings.driver().isEmpty() ? drivers.getFirst() : settings.driver();
        if (!drivers.contains(driver)) {
            throw new InvalidConfiguration(key + ".driver", driver, drivers);
        }
        LaneId id = new LaneId(name, settings.backend(), settings.route(), settings.strategy());
        Lane<?> lane = new Lane<>(id, driver, backend.type(), backend, settings.maxInFlight());
        backend.add(lane);
        return lane;
    }

    /** Makes a backend's lanes usable, once it is known where its server is. */
    void open(BackendRuntime backend, Server server) {
        for (Lane<?> lane : backend.lanes()) {
            LaneProperties settings = settings(lane);
            Optional<Server> target = routed(settings, server);
            if (target.isEmpty()) {
                lane.down(
                        "no address is configured for its proxy "
                                + settings.route()
                                + ": "
                                + hint(settings.route()));
                continue;
            }
            LaneContext context = context(lane, settings, target.get());
            lane.up(
                    settings.strategy().equals("pooled")
                            ? lane.type().pool(context)
                            : lane.type().connector(context),
                    target.get(),
                    described(lane, settings, context));
        }
    }

    private static Map<String, String> described(
            Lane<?> lane, LaneProperties settings, LaneContext context) {
        Map<String, String> described = new TreeMap<>(lane.type().client(context));
        if (settings.strategy().equals("pooled") && lane.kind() == Backend.Kind.SQL) {
            described.put("pool-size", Integer.toString(settings.poolSize()));
        }
        if (settings.strategy().equals("pooled") && lane.kind() == Backend.Kind.CACHE) {
            described.put("clients", Integer.toString(settings.clients()));
        }
        if (settings.maxInFlight() > 0) {
            described.put("max-in-flight", Integer.toString(settings.maxInFlight()));
        }
        return described;
    }

    private Optional<Server> routed(LaneProperties settings, Server server) {
        Server login =
                settings.user().isEmpty()
                        ? server
                        : server.login(settings.user(), settings.password());
        if (settings.route().equals("direct")) {
            return Optional.of(login);
        }
        return setting(properties.proxies(), settings.route())
                .address()
                .map(address -> login.at(address.getHostString(), address.getPort()));
    }

    private String hint(String route) {
        ProxyProperties proxy = setting(properties.proxies(), route);
        return proxy.hint().isEmpty()
                ? "set connlab.proxies.%s.host and .port".formatted(route)
                : proxy.hint();
    }

    private static LaneContext context(Lane<?> lane, LaneProperties settings, Server server) {
        return new LaneContext(
                lane.id(),
                server,
                lane.driver(),
                settings.tuned(),
                settings.properties(),
                settings.poolSize(),
                settings.poolTimeout(),
                settings.clients(),
                lane.backend().budget());
    }

    BackendProperties settings(BackendRuntime backend) {
        return setting(properties.backends(), backend.name());
    }

    private LaneProperties settings(Lane<?> lane) {
        return setting(properties.lanes(), lane.id().name());
    }

    private static <V> V setting(Map<String, V> settings, String name) {
        V found = settings.get(name);
        if (found == null) {
            throw new IllegalStateException(name + " has no settings");
        }
        return found;
    }
}
