package connlab.lane;

import connlab.backend.Backend;
import connlab.backend.ConnectionBudget;
import connlab.backend.Connector;
import connlab.backend.Parameters;
import connlab.backend.ProxyType;
import connlab.backend.Server;
import connlab.trial.FailureClass;
import connlab.trial.LaneId;
import connlab.trial.Measurement;
import connlab.trial.Origin;
import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.Trial;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;

/**
 * One configured way of connecting to one backend, ready to be tried.
 *
 * @param <T> what a trial on it is asked to do
 */
public final class Lane<T> {
    private final LaneId id;
    private final String driver;
    private final Backend<T> type;
    private final BackendRuntime backend;
    private final @Nullable ProxyRuntime proxy;
    private final boolean perRequest;
    private final ConnectionBudget budget;
    private final @Nullable Semaphore admission;
    private volatile @Nullable Connector<T> connector;
    private volatile @Nullable Server server;
    private volatile Map<String, String> settings = Map.of();
    private volatile String down = "its backend is still starting; try again in a few seconds";

    /**
     * A lane that is down at first.
     *
     * @param proxy null for the direct route
     */
    Lane(
            LaneId id,
            String driver,
            Backend<T> type,
            BackendRuntime backend,
            @Nullable ProxyRuntime proxy,
            int maxInFlight) {
        this.id = id;
        this.driver = driver;
        this.type = type;
        this.backend = backend;
        this.proxy = proxy;
        // Connections to a pooling proxy are none to the server, and it bounds those itself.
        this.budget = pooler() == null ? backend.budget() : ConnectionBudget.unlimited();
        this.perRequest = id.strategy().equals("per-request");
        this.admission = maxInFlight > 0 ? new Semaphore(maxInFlight) : null;
    }

    public LaneId id() {
        return id;
    }

    public String driver() {
        return driver;
    }

    /** The client library's version and settings, the pool's and the lane's own, without logins. */
    public Map<String, String> settings() {
        return settings;
    }

    public Backend.Kind kind() {
        return type.kind();
    }

    public BackendRuntime backend() {
        return backend;
    }

    /** The proxy on its way; null on the direct route. */
    public @Nullable ProxyRuntime proxy() {
        return proxy;
    }

    /** The type of the proxy on its way, where it is known. */
    @Nullable ProxyType pooler() {
        return proxy == null ? null : proxy.type();
    }

    ConnectionBudget budget() {
        return budget;
    }

    /** What successful trials without a query leave out on this lane; empty if nothing. */
    public Optional<String> withoutQuery() {
        ProxyType pooler = pooler();
        return pooler == null || !perRequest
                ? Optional.empty()
                : Optional.of(pooler.withoutQuery());
    }

    /** Where its route leads, with its login; empty until that is known. */
    public Optional<Server> server() {
        return Optional.ofNullable(server);
    }

    /** How many connections it keeps open between trials, now. */
    public int held() {
        Connector<T> ready = connector;
        return ready == null ? 0 : ready.held();
    }

    /** Why no trial can be made, or empty if it can. */
    public String down() {
        return connector == null ? down : "";
    }

    /** Why it is down, by what is nearest to the caller first; empty while all of it is up. */
    public String whyDown() {
        if (!down().isEmpty()) {
            return down();
        }
        return proxy == null || proxy.down().isEmpty() ? backend.status().reason() : proxy.down();
    }

    /**
     * Prepares a trial; what is wrong with the request is found here, before anything happens.
     *
     * @throws connlab.backend.BadParameter if the request can't be met
     */
    public Prepared prepare(Parameters parameters) {
        T task = type.task(parameters, backend.status().info());
        return (trial, origin) -> trial.run(id, origin, timer -> attempt(task, timer));
    }

    /** A trial that can be run any number of times. */
    @FunctionalInterface
    public interface Prepared {
        Measurement run(Trial trial, Origin origin);
    }

    private OptionalLong attempt(T task, PhaseTimer timer) throws TrialFailure {
        if (admission == null) {
            return connectAndPerform(task, timer);
        }
        timer.enter(Phase.WAIT);
        try {
            admission.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TrialFailure(FailureClass.TIMEOUT, "connlab is shutting down", e);
        }
        try {
            return connectAndPerform(task, timer);
        } finally {
            admission.release();
        }
    }

    private OptionalLong connectAndPerform(T task, PhaseTimer timer) throws TrialFailure {
        Connector<T> ready = connector;
        if (ready == null) {
            timer.enter(Phase.CONNECT);
            throw new TrialFailure(FailureClass.CONNECT_REFUSED, down, null);
        }
        if (!perRequest) {
            return ready.attempt(task, timer);
        }
        reserve(timer);
        try {
            return ready.attempt(task, timer);
        } finally {
            budget.release();
        }
    }

    private void reserve(PhaseTimer timer) throws TrialFailure {
        try {
            budget.reserve();
        } catch (TrialFailure e) {
            timer.enter(Phase.CONNECT);
            throw e;
        }
    }

    void up(Connector<?> opened, Server target, Map<String, String> itsSettings) {
        settings = Map.copyOf(itsSettings);
        server = target;
        @SuppressWarnings("unchecked") // Made by this lane's own type.
        Connector<T> mine = (Connector<T>) opened;
        connector = mine;
    }

    void down(String reason) {
        down = reason;
    }

    Backend<T> type() {
        return type;
    }

    void serverLost() {
        Connector<T> ready = connector;
        if (ready != null) {
            ready.serverLost();
        }
    }

    void close() {
        Connector<T> ready = connector;
        down = "connlab is shutting down";
        connector = null;
        if (ready != null) {
            ready.close();
        }
    }
}
