package connlab.backend.memcached;

import connlab.backend.Backend;
import connlab.backend.Connector;
import connlab.backend.Entrance;
import connlab.backend.LaneContext;
import connlab.backend.Parameters;
import connlab.backend.PriceDesk;
import connlab.backend.Probe;
import connlab.backend.Server;
import connlab.backend.ServerInfo;

import org.springframework.stereotype.Component;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** memcached, through one of several client libraries. */
@Component
final class MemcachedBackend implements Backend<CacheTask> {
    private final List<CacheLibrary> libraries;
    private final List<CacheLibrary> natives;
    private final LongSupplier nanoClock;
    private final InstantSource wallClock;

    MemcachedBackend(CacheLibraries libraries, LongSupplier nanoClock, InstantSource wallClock) {
        this.libraries = libraries.all();
        this.natives = libraries.natives();
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
    }

    @Override
    public String type() {
        return "memcached";
    }

    @Override
    public Kind kind() {
        return Kind.CACHE;
    }

    @Override
    public List<String> drivers() {
        return libraries.stream().map(CacheLibrary::name).toList();
    }

    @Override
    public int defaultPort() {
        return 11211;
    }

    @Override
    public CacheTask task(Parameters parameters, ServerInfo server) {
        return CacheTasks.read(parameters, server);
    }

    @Override
    public Map<String, String> client(LaneContext lane) {
        return Map.of("version", library(lane).version());
    }

    @Override
    public Connector<CacheTask> connector(LaneContext lane) {
        return new CacheConnector(library(lane), lane.server());
    }

    @Override
    public Connector<CacheTask> pool(LaneContext lane) {
        return new CacheClients(library(lane), lane);
    }

    @Override
    public Optional<PriceDesk> price(ServerInfo info, List<Entrance> entrances, boolean cold) {
        return Optional.of(new MemcachedDesk(entrances.getFirst(), natives));
    }

    @Override
    public Probe probe(Server server) {
        return new MemcachedProbe(server, nanoClock, wallClock);
    }

    private CacheLibrary library(LaneContext lane) {
        return libraries.stream()
                .filter(l -> l.name().equals(lane.driver()))
                .findFirst()
                .orElseThrow();
    }
}
