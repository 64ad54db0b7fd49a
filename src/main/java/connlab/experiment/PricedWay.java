package connlab.experiment;

import connlab.backend.Backend;
import connlab.backend.Connector;
import connlab.backend.LaneContext;
import connlab.backend.Parameters;
import connlab.backend.PriceDesk;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.backend.Session;
import connlab.backend.Way;
import connlab.lane.BackendRuntime;
import connlab.run.LocalServer;
import connlab.trial.FailureClass;
import connlab.trial.LaneId;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;
import connlab.wire.Recording;
import connlab.wire.Relay;
import connlab.wire.Split;
import connlab.wire.Tap;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One way of connecting, ready to be measured: with its sockets tapped, through a relay, or with
 * nobody looking.
 *
 * @param <T> what a connect on it is asked to do
 */
final class PricedWay<T> implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Way way;
    private final Look look;
    private final BackendRuntime backend;
    private final PriceDesk desk;
    private final LaneContext context;
    private final Connector<T> connector;
    private final T task;
    private final LocalServer process;
    private final @Nullable Relay relay;

    /** How what crosses the socket is seen. */
    enum Look {
        TAP,
        RELAY,
        NOT
    }

    private PricedWay(
            Way way,
            Look look,
            BackendRuntime backend,
            PriceDesk desk,
            Backend<T> type,
            @Nullable Relay relay) {
        this.way = way;
        this.look = look;
        this.backend = backend;
        this.desk = desk;
        this.relay = relay;
        Server server = way.entrance().server();
        context = context(relay == null ? server : server.at(relay.host(), relay.port()));
        connector = type.connector(context);
        task = type.task(new Parameters(work(type)), ServerInfo.UNKNOWN);
        process = new LocalServer(server);
    }

    /** As it is best looked at: tapped where that can be done. */
    static PricedWay<?> of(Way way, BackendRuntime backend, PriceDesk desk) {
        Look look = way.tap().isEmpty() ? Look.NOT : Look.TAP;
        return new PricedWay<>(way, look, backend, desk, backend.type(), null);
    }

    /** The other way round, to see what the looking costs. */
    static PricedWay<?> control(Way way, BackendRuntime backend, PriceDesk desk)
            throws IOException {
        if (!way.tap().isEmpty()) {
            return new PricedWay<>(way, Look.NOT, backend, desk, backend.type(), null);
        }
        Server server = way.entrance().server();
        Relay relay = new Relay(server.host(), server.port());
        return new PricedWay<>(way, Look.RELAY, backend, desk, backend.type(), relay);
    }

    private static Map<String, String> work(Backend<?> type) {
        return type.kind() == Backend.Kind.SQL ? Map.of("query", "true") : Map.of();
    }

    private LaneContext context(Server server) {
        Map<String, String> properties = new TreeMap<>(way.properties());
        if (look == Look.TAP) {
            properties.putAll(way.tap());
        }
        return new LaneContext(
                new LaneId(PriceList.NAME, backend.name(), way.entrance().route(), "per-request"),
                server,
                way.driver(),
                way.tuned(),
                properties,
                1,
                1,
                server.connectTimeout(),
                Duration.ofMinutes(30),
                1,
                backend.budget(),
                null);
    }

    Way way() {
        return way;
    }

    Look look() {
        return look;
    }

    /** Whether it only shows what looking on costs. */
    boolean control() {
        return look != (way.tap().isEmpty() ? Look.NOT : Look.TAP);
    }

    BackendRuntime backend() {
        return backend;
    }

    PriceDesk desk() {
        return desk;
    }

    LaneContext context() {
        return context;
    }

    LocalServer process() {
        return process;
    }

    /** Connects again and again for this long, once at least. */
    Bill turn(Duration length) throws InterruptedException, TrialFailure {
        Bill bill = new Bill();
        long began = System.nanoTime();
        OptionalLong before = serverCpu();
        do {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            bill.add(once());
        } while (System.nanoTime() - began < length.toNanos());
        bill.server(before, serverCpu());
        return bill;
    }

    /** Unknown for a cold way: what makes the server forget costs it processor time too. */
    private OptionalLong serverCpu() {
        return way.cold() ? OptionalLong.empty() : process.cpuNanos(System.nanoTime());
    }

    private Connect once() throws InterruptedException, TrialFailure {
        if (way.cold()) {
            desk.forgetLogins();
        }
        Recording recording = look == Look.TAP ? new Recording() : null;
        Instants instants = new Instants();
        backend.budget().reserve();
        try {
            if (recording != null) {
                Tap.into(recording);
            }
            long cpu = THREADS.getCurrentThreadCpuTime();
            connector.attempt(task, instants.timer());
            cpu = THREADS.getCurrentThreadCpuTime() - cpu;
            return connect(instants, cpu, relay == null ? recording : relayed(relay));
        } finally {
            Tap.off();
            backend.budget().release();
        }
    }

    private Connect connect(Instants instants, long cpu, @Nullable Recording recording) {
        boolean alone = backend.type().kind() == Backend.Kind.SQL;
        Split split =
                recording == null || look != Look.TAP
                        ? null
                        : desk.protocol()
                                .map(p -> p.split(recording, instants.usable()))
                                .orElse(null);
        return Connect.of(
                instants, alone ? OptionalLong.of(cpu) : OptionalLong.empty(), recording, split);
    }

    private static Recording relayed(Relay relay) throws InterruptedException, TrialFailure {
        Recording recording = relay.next(PATIENCE);
        if (recording == null) {
            throw new TrialFailure(
                    FailureClass.TIMEOUT, "the client did not close its connection", null);
        }
        return recording;
    }

    /** A session that stays open; whoever asked for it closes it. */
    Session<T> keep() throws TrialFailure {
        return connector.open(new PhaseTimer(System::nanoTime));
    }

    @Override
    public void close() {
        connector.close();
        if (relay != null) {
            relay.close();
        }
    }
}
