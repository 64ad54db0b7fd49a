package connlab.experiment;

import connlab.backend.Entrance;
import connlab.backend.PriceDesk;
import connlab.backend.Server;
import connlab.backend.Way;
import connlab.lane.BackendRuntime;
import connlab.lane.Lane;
import connlab.run.BackendUse;
import connlab.trial.TrialFailure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A backend while it is being priced; other runs on it know that they share it. */
final class PricedBackend implements AutoCloseable {
    private final BackendRuntime backend;
    private final PriceDesk desk;
    private final BackendUse.Use use;
    private final List<PricedWay<?>> open = new ArrayList<>();

    private PricedBackend(BackendRuntime backend, PriceDesk desk, BackendUse.Use use) {
        this.backend = backend;
        this.desk = desk;
        this.use = use;
    }

    /** Empty for a type that has no price list. */
    static Optional<PricedBackend> open(
            BackendRuntime backend, Server server, BackendUse uses, boolean cold)
            throws TrialFailure {
        BackendUse.Use use = uses.begin(backend.name(), PriceList.NAME);
        Optional<PriceDesk> desk = Optional.empty();
        try {
            desk = backend.type().price(backend.status().info(), entrances(backend, server), cold);
            return desk.map(opened -> new PricedBackend(backend, opened, use));
        } finally {
            if (desk.isEmpty()) {
                use.close();
            }
        }
    }

    /** The backend's own login first, then those of its lanes, each once. */
    private static List<Entrance> entrances(BackendRuntime backend, Server server) {
        List<Entrance> entrances = new ArrayList<>();
        entrances.add(new Entrance("direct", server));
        Set<String> known = new HashSet<>(List.of(key(server)));
        for (Lane<?> lane : backend.lanes()) {
            lane.server()
                    .filter(other -> known.add(key(other)))
                    .ifPresent(other -> entrances.add(new Entrance(lane.id().route(), other)));
        }
        return entrances;
    }

    private static String key(Server server) {
        return server.user() + "@" + server.address();
    }

    String name() {
        return backend.name();
    }

    List<Way> ways() {
        return desk.ways();
    }

    PriceDesk desk() {
        return desk;
    }

    PricedWay<?> open(Way way) {
        PricedWay<?> opened = PricedWay.of(way, backend, desk);
        open.add(opened);
        return opened;
    }

    PricedWay<?> openControl(Way way) throws IOException {
        PricedWay<?> opened = PricedWay.control(way, backend, desk);
        open.add(opened);
        return opened;
    }

    @Override
    public void close() {
        open.forEach(PricedWay::close);
        desk.close();
        use.close();
    }
}
