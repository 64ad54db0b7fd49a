package connlab.lane;

import connlab.backend.Backend;
import connlab.backend.ConnectionBudget;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.probe.Sampler;
import connlab.probe.ServerStatus;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A configured backend: the server behind it, once that is known, and what its probe says. */
public final class BackendRuntime {
    private final String name;
    private final Backend<?> type;
    private final boolean configured;
    private final int headroom;
    private final ConnectionBudget budget;
    private final List<Lane<?>> lanes = new CopyOnWriteArrayList<>();
    private volatile @Nullable Server server;
    private volatile @Nullable Sampler sampler;
    private volatile String origin = "";
    private volatile String failure = "starting";

    /**
     * @param configured whether the user named the server, so that headroom is kept on it
     */
    BackendRuntime(String name, Backend<?> type, boolean configured, int headroom) {
        this.headroom = configured ? headroom : 0;
        this.name = name;
        this.type = type;
        this.configured = configured;
        this.budget =
                configured
                        ? new ConnectionBudget(headroom, () -> status().limit(), this::others)
                        : ConnectionBudget.unlimited();
    }

    public String name() {
        return name;
    }

    public Backend<?> type() {
        return type;
    }

    /** The lanes that lead to it. */
    public List<Lane<?>> lanes() {
        return lanes;
    }

    /** Where it is; null until an embedded server has started. */
    public @Nullable Server server() {
        return server;
    }

    /** Its host and port; null while unknown, and for what has no address. */
    public @Nullable String address() {
        Server known = server;
        return known == null || known.port() == 0 ? null : known.address();
    }

    /** Its sampler; null until the server's address is known. */
    public @Nullable Sampler sampler() {
        return sampler;
    }

    /** Whether connlab started it, and as what: {@code yours}, {@code embedded}. */
    public String origin() {
        return origin;
    }

    /** Connections that connlab leaves free for others. */
    public int headroom() {
        return headroom;
    }

    public boolean configured() {
        return configured;
    }

    public ConnectionBudget budget() {
        return budget;
    }

    public ServerStatus status() {
        Sampler asking = sampler;
        return asking == null
                ? new ServerStatus(false, ServerInfo.UNKNOWN, null, failure)
                : asking.status();
    }

    /** Whether the server holds as many connections as it allows; the probe's own is one more. */
    boolean full() {
        return status().open() + 1 >= status().limit();
    }

    void add(Lane<?> lane) {
        lanes.add(lane);
    }

    void found(Server where, String what, Sampler asking) {
        origin = what;
        server = where;
        sampler = asking;
    }

    void failed(String reason) {
        failure = reason;
        lanes.forEach(lane -> lane.down(reason));
    }

    void serverLost() {
        lanes.forEach(Lane::serverLost);
    }

    void close() {
        lanes.forEach(Lane::close);
        Sampler asking = sampler;
        if (asking != null) {
            asking.close();
        }
    }

    /**
     * Connections that are not connlab's. A lingering session of ours counts as foreign: it is
     * there.
     */
    private double others() {
        return Math.max(0, status().open() - budget.own());
    }
}
