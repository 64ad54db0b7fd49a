package connlab.lane;

import connlab.backend.ProxySample;
import connlab.backend.ProxyType;
import connlab.backend.Server;
import connlab.backend.ServerInfo;
import connlab.probe.Poller;
import connlab.probe.Poller.Answer;
import connlab.trial.FailureClass;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** A configured proxy: where it is, and what its own probe says if its type is a known one. */
public final class ProxyRuntime {
    /** After these no connection comes about; after another one only the figures are missing. */
    private static final Set<FailureClass> AWAY =
            Set.of(
                    FailureClass.CONNECT_REFUSED,
                    FailureClass.TIMEOUT,
                    FailureClass.PORTS_EXHAUSTED);

    private final String name;
    private final @Nullable ProxyType type;
    private final @Nullable InetSocketAddress address;
    private final List<Lane<?>> lanes = new CopyOnWriteArrayList<>();
    private volatile @Nullable Poller<ProxySample> poller;

    /**
     * @param address null if none is configured; with port 0 where it is the type's default
     */
    ProxyRuntime(String name, @Nullable ProxyType type, @Nullable InetSocketAddress address) {
        this.name = name;
        this.type = type;
        this.address = address;
    }

    public String name() {
        return name;
    }

    /** Null for a proxy of which nothing is known but its address. */
    public @Nullable ProxyType type() {
        return type;
    }

    /** Whether it is known where it is. */
    public boolean configured() {
        return address != null;
    }

    /** Its address; empty if none is configured. */
    public String address() {
        return address == null ? "" : address.getHostString() + ":" + port(address);
    }

    private int port(InetSocketAddress where) {
        return where.getPort() == 0 && type != null ? type.defaultPort() : where.getPort();
    }

    /** What its probe says; null for a proxy that has none, or whose lanes are not open yet. */
    public @Nullable Answer<ProxySample> newest() {
        Poller<ProxySample> asking = poller;
        return asking == null ? null : asking.newest();
    }

    /** Asks its probe; null for a proxy that has none, or whose lanes are not open yet. */
    public @Nullable Poller<ProxySample> poller() {
        return poller;
    }

    /** Why no connection leads through it, as far as is known; empty if one may. */
    public String down() {
        Answer<ProxySample> newest = newest();
        return newest != null && newest.failure() != null && AWAY.contains(newest.failure())
                ? "proxy " + name + ": " + newest.reason()
                : "";
    }

    /** What it says it is. */
    public ServerInfo info() {
        Answer<ProxySample> newest = newest();
        return newest == null ? ServerInfo.UNKNOWN : newest.info();
    }

    void add(Lane<?> lane) {
        lanes.add(lane);
    }

    /** A login at its address; empty if none is configured. */
    Optional<Server> at(Server login) {
        return Optional.ofNullable(address)
                .map(where -> login.at(where.getHostString(), port(where)));
    }

    /** Begins to ask it; once is enough, whichever lane's login comes first. */
    synchronized void watch(Server proxy, LongSupplier nanoClock) {
        if (type != null && poller == null) {
            Poller<ProxySample> asking =
                    new Poller<>(name, type.probe(proxy), nanoClock, this::lost);
            poller = asking;
            asking.start();
        }
    }

    private void lost() {
        lanes.forEach(Lane::serverLost);
    }

    void close() {
        Poller<ProxySample> asking = poller;
        if (asking != null) {
            asking.close();
        }
    }
}
