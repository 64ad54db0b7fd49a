package connlab.experiment;

import connlab.backend.BadParameter;
import connlab.backend.Parameters;
import connlab.backend.Server;
import connlab.backend.memcached.CacheLibraries;
import connlab.lane.BackendRuntime;
import connlab.lane.Lanes;

import org.springframework.stereotype.Component;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** The old comparison of two PHP clients, between the Java ones, in rounds instead of once. */
@Component
final class MemcachedClients implements Experiment {
    private static final int MOST = 1_000_000;
    private static final List<String> PLACEMENTS =
            Stream.of(Placement.Kind.values()).map(Placement.Kind::label).toList();

    private final Lanes lanes;
    private final CacheLibraries libraries;

    MemcachedClients(Lanes lanes, CacheLibraries libraries) {
        this.lanes = lanes;
        this.libraries = libraries;
    }

    @Override
    public String name() {
        return "memcached-clients";
    }

    @Override
    public String summary() {
        return "How long each memcached client takes to start, to connect, and for 10,001 sets and"
                + " 10,000 gets, one by one and pipelined.";
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("backend", "a backend of type memcached; memcached");
        parameters.put("rounds", "turns of each client, 2 to 200; 10");
        parameters.put("sets", "sets in a turn, 1 to 1000000; 10001");
        parameters.put("gets", "gets in a turn, 1 to 1000000; 10000");
        parameters.put("warmup", "turns of each client before the first round, 0 to 20; 1");
        parameters.put("seed", "of keys and order, 0 to 1000000; another each time");
        parameters.put("placement", String.join(", ", PLACEMENTS) + "; apart");
        return parameters;
    }

    @Override
    public Plan plan(Parameters asked) {
        int seed =
                asked.number("seed", ThreadLocalRandom.current().nextInt(1_000_000), 0, 1_000_000);
        return new MemcachedClientsPlan(
                server(asked.text("backend").orElse("memcached")),
                arms(),
                new Rounds(asked.number("rounds", 10, 2, 200), seed),
                asked.number("sets", 10_001, 1, MOST),
                asked.number("gets", 10_000, 1, MOST),
                asked.number("warmup", 1, 0, 20),
                Placement.Kind.valueOf(
                        asked.oneOf("placement", "apart", PLACEMENTS).toUpperCase(Locale.ROOT)));
    }

    /** All one by one, then all pipelined. */
    private List<MemcachedClientsPlan.Arm> arms() {
        List<MemcachedClientsPlan.Arm> arms = new ArrayList<>();
        for (boolean pipelined : new boolean[] {false, true}) {
            libraries.natives().stream()
                    .map(library -> new MemcachedClientsPlan.Arm(library, pipelined))
                    .forEach(arms::add);
        }
        return arms;
    }

    private Server server(String backend) {
        List<BackendRuntime> known =
                lanes.backends().stream()
                        .filter(one -> one.type().type().equals("memcached"))
                        .toList();
        BackendRuntime chosen =
                known.stream()
                        .filter(one -> one.name().equals(backend))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new BadParameter(
                                                "backend",
                                                "backend is one of: "
                                                        + String.join(
                                                                ", ",
                                                                known.stream()
                                                                        .map(BackendRuntime::name)
                                                                        .toList())
                                                        + "."));
        Server server = chosen.server();
        if (server == null) {
            throw new BadParameter("backend", backend + " is down: " + chosen.status().reason());
        }
        return server;
    }
}
