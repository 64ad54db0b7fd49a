package connlab.backend.memcached;

import connlab.backend.ConnectionBudget;
import connlab.backend.Connector;
import connlab.backend.LaneContext;
import connlab.backend.Session;
import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A few clients that all trials share, taken in turn. Each multiplexes its callers over one
 * connection; nothing is borrowed, so nobody waits for a turn.
 */
final class CacheClients implements Connector<CacheTask> {
    private final CacheLibrary library;
    private final LaneContext lane;
    private final ReentrantLock building = new ReentrantLock();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile List<CacheClient> clients = List.of();

    CacheClients(CacheLibrary library, LaneContext lane) {
        this.library = library;
        this.lane = lane;
        lane.budget().watch(this::held);
    }

    @Override
    public Session<CacheTask> open(PhaseTimer timer) throws TrialFailure {
        timer.enter(Phase.CONNECT);
        List<CacheClient> all = clients.isEmpty() ? build() : clients;
        CacheClient client = all.get(Math.floorMod(turn.getAndIncrement(), all.size()));
        client.awaitConnected();
        return new CacheSession(client, false);
    }

    /** On first use, since the service starts before its servers do. */
    private List<CacheClient> build() throws TrialFailure {
        building.lock();
        try {
            if (!clients.isEmpty()) {
                return clients;
            }
            List<CacheClient> built = new ArrayList<>();
            ConnectionBudget budget = lane.budget();
            try {
                for (int i = 0; i < lane.clients(); i++) {
                    budget.reserve();
                    try {
                        built.add(library.build(lane.server()));
                    } finally {
                        budget.release();
                    }
                }
            } catch (TrialFailure e) {
                built.forEach(CacheClient::close);
                throw e;
            }
            clients = List.copyOf(built);
            return clients;
        } finally {
            building.unlock();
        }
    }

    @Override
    public int held() {
        return clients.size();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("clients", Integer.toString(lane.clients()));
    }

    @Override
    public void close() {
        clients.forEach(CacheClient::close);
    }
}
