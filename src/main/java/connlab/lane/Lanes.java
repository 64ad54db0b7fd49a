package connlab.lane;

import connlab.ConnlabProperties;
import connlab.ConnlabProperties.BackendProperties;
import connlab.ConnlabProperties.LaneProperties;
import connlab.ConnlabProperties.ProxyProperties;
import connlab.backend.Backend;
import connlab.backend.Connector;
import connlab.backend.LaneContext;
import connlab.backend.Parameters;
import connlab.backend.ProxyType;
import connlab.backend.Server;
import connlab.backend.Via;
import connlab.trial.LaneId;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * All configured backends and lanes, by name. Configuration that can't be meant stops the start.
 */
@Component
public final class Lanes {
    private static final String DIRECT = "direct";

    private final ConnlabProperties properties;
    private final Map<String, BackendRuntime> backends = new LinkedHashMap<>();
    private final Map<String, ProxyRuntime> proxies = new TreeMap<>();
    private final Map<String, Lane<?>> lanes = new TreeMap<>();
    private final LongSupplier nanoClock;

    Lanes(
            ConnlabProperties properties,
            List<Backend<?>> types,
            List<ProxyType> proxyTypes,
            LongSupplier nanoClock) {
        this.properties = properties;
        this.nanoClock = nanoClock;
        properties
                .proxies()
                .forEach((name, settings) -> proxies.put(name, proxy(name, settings, proxyTypes)));
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
    public Collection<ProxyRuntime> proxies() {
        return proxies.values();
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

    private static ProxyRuntime proxy(
            String name, ProxyProperties settings, List<ProxyType> types) {
        Map<String, ProxyType> known = new TreeMap<>();
        types.forEach(type -> known.put(type.type(), type));
        ProxyType type = known.get(settings.type());
        if (type == null && !settings.type().isEmpty()) {
            throw new InvalidConfiguration(
                    "connlab.proxies." + name + ".type", settings.type(), known.keySet());
        }
        return new ProxyRuntime(name, type, settings.address().orElse(null));
    }

    private Lane<?> lane(String name, LaneProperties settings) {
        String key = "connlab.lanes." + name;
        BackendRuntime backend = backends.get(settings.backend());
        if (backend == null) {
            throw new InvalidConfiguration(key + ".backend", settings.backend(), backends.keySet());
        }
        ProxyRuntime proxy = proxies.get(settings.route());
        if (proxy == null && !settings.route().equals(DIRECT)) {
            Set<String> known = new TreeSet<>(proxies.keySet());
            known.add(DIRECT);
            throw new InvalidConfiguration(key + ".route", settings.route(), known);
        }
        List<String> drivers = backend.type().drivers();
        String driver = settings.driver().isEmpty() ? drivers.getFirst() : settings.driver();
        if (!drivers.contains(driver)) {
            throw new InvalidConfiguration(key + ".driver", driver, drivers);
        }
        LaneId id = new LaneId(name, settings.backend(), settings.route(), settings.strategy());
        Lane<?> lane =
                new Lane<>(id, driver, backend.type(), backend, proxy, settings.maxInFlight());
        backend.add(lane);
        if (proxy != null) {
            proxy.add(lane);
        }
        return lane;
    }

    /** Makes a backend's lanes usable, once it is known where its server is. */
    void open(BackendRuntime backend, Server server) {
        for (Lane<?> lane : backend.lanes()) {
            LaneProperties settings = settings(lane);
            Server login =
                    settings.user().isEmpty()
                            ? server
                            : server.login(settings.user(), settings.password());
            Optional<Server> target = routed(lane.proxy(), login);
            if (target.isEmpty()) {
                lane.down(
                        "no address is configured for its proxy "
                                + settings.route()
                                + ": "
                                + hint(settings.route()));
                continue;
            }
            LaneContext context = context(lane, settings, target.get());
            Connector<?> connector =
                    settings.strategy().equals("pooled")
                            ? lane.type().pool(context)
                            : lane.type().connector(context);
            lane.up(connector, target.get(), described(lane, settings, context, connector));
        }
    }

    /**
     * A pool of a lane's own kind, of another size, for nobody but the caller.
     *
     * @param patience how long it lets a caller wait for a connection
     * @throws connlab.backend.BadParameter if the work can't be met
     */
    public <T> FreshPool<T> freshPool(
            Lane<T> lane, String name, int size, Duration patience, Parameters work) {
        LaneContext usual = context(lane, settings(lane), lane.server().orElseThrow());
        LaneId id = new LaneId(name, lane.id().backend(), lane.id().route(), "pooled");
        LaneContext context =
                new LaneContext(
                        id,
                        usual.server(),
                        usual.driver(),
                        usual.tuned(),
                        usual.properties(),
                        size,
                        size,
                        patience,
                        usual.poolLifetime(),
                        usual.clients(),
                        usual.budget(),
                        usual.via());
        T task = lane.type().task(work, lane.backend().status().info());
        return new FreshPool<>(lane.type().pool(context), task, nanoClock);
    }

    private static Map<String, String> described(
            Lane<?> lane, LaneProperties settings, LaneContext context, Connector<?> connector) {
        Map<String, String> described = new TreeMap<>(lane.type().client(context));
        described.putAll(connector.settings());
        if (settings.maxInFlight() > 0) {
            described.put("max-in-flight", Integer.toString(settings.maxInFlight()));
        }
        return described;
    }

    /** The address that a login is used at; empty where none is configured. */
    private Optional<Server> routed(@Nullable ProxyRuntime proxy, Server login) {
        if (proxy == null) {
            return Optional.of(login);
        }
        ProxyProperties settings = setting(properties.proxies(), proxy.name());
        Server reader =
                settings.user().isEmpty()
                        ? login
                        : login.login(settings.user(), settings.password());
        proxy.at(reader).ifPresent(where -> proxy.watch(where, nanoClock));
        return proxy.at(login);
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
                settings.poolMinIdle() < 0 ? settings.poolSize() : settings.poolMinIdle(),
                settings.poolTimeout(),
                settings.poolLifetime(),
                settings.clients(),
                lane.budget(),
                via(lane));
    }

    private static @Nullable Via via(Lane<?> lane) {
        ProxyType pooler = lane.pooler();
        return pooler == null ? null : new Via(pooler, lane.type().type(), lane.backend()::full);
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
