package connlab.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A small memcached for machines that have none: the classic text protocol on virtual threads, in
 * this process. It competes with connlab for the processors, so its speed says nothing.
 *
 * <p>Its counters behave as memcached 1.6's do: {@code curr_connections} counts the connection that
 * asks and not the listener, {@code total_connections} starts at 1 with the listener, and a
 * connection beyond the limit is told so, closed and counted in {@code rejected_connections} alone.
 */
final class StandInMemcached implements AutoCloseable {
    static final String VERSION = "1.6.0-connlab-stand-in";

    private static final int BACKLOG = 4_096;
    private static final long MAX_BYTES = 64L << 20;
    private static final int ITEM_SIZE_MAX = 1 << 20;

    private final ServerSocket listener;
    private final int maxConnections;
    private final InstantSource clock;
    private final StandInStore store;
    private final long started;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();

    private StandInMemcached(ServerSocket listener, int maxConnections, InstantSource clock) {
        this.listener = listener;
        this.maxConnections = maxConnections;
        this.clock = clock;
        store = new StandInStore(MAX_BYTES, ITEM_SIZE_MAX, clock);
        started = clock.millis();
        count("total_connections");
    }

    /** Listens on a free loopback port from now on. */
    static StandInMemcached start(int maxConnections) throws IOException {
        ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.ofLiteral(Ports.HOST));
        StandInMemcached server =
                new StandInMemcached(listener, maxConnections, InstantSource.system());
        Thread.ofVirtual().name("memcached-stand-in").start(server::accept);
        return server;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Closes the listener and every connection. */
    @Override
    public void close() {
        closeQuietly(listener);
        open.forEach(StandInMemcached::closeQuietly);
    }

    StandInStore store() {
        return store;
    }

    /** Adds one to a counter of {@code stats}. */
    void count(String counter) {
        counters.computeIfAbsent(counter, _ -> new AtomicLong()).incrementAndGet();
    }

    /** {@code stats reset}. */
    void resetCounters() {
        counters.clear();
    }

    /** {@code stats}. */
    Map<String, Object> stats() {
        Map<String, Object> stats = new LinkedHashMap<>();
        stats.put("pid", ProcessHandle.current().pid());
        stats.put("uptime", (clock.millis() - started) / 1000);
        stats.put("time", clock.millis() / 1000);
        stats.put("version", VERSION);
        stats.put("pointer_size", 64);
        stats.put("max_connections", maxConnections);
        stats.put("curr_connections", open.size());
        for (String counter :
                new String[] {
                    "total_connections",
                    "rejected_connections",
                    "cmd_get",
                    "cmd_set",
                    "cmd_flush",
                    "cmd_touch",
                    "get_hits",
                    "get_misses"
                }) {
            AtomicLong value = counters.get(counter);
            stats.put(counter, value == null ? 0 : value.get());
        }
        stats.put("accepting_conns", 1);
        stats.put("listen_disabled_num", 0);
        stats.put("threads", 1);
        store.describe(stats);
        return stats;
    }

    /** {@code stats settings}. */
    Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("maxbytes", store.maxBytes());
        settings.put("maxconns", maxConnections);
        settings.put("tcpport", port());
        settings.put("udpport", 0);
        settings.put("inter", Ports.HOST);
        settings.put("evictions", "on");
        settings.put("cas_enabled", "yes");
        settings.put("tcp_backlog", BACKLOG);
        settings.put("auth_enabled_ascii", "no");
        settings.put("item_size_max", store.itemSizeMax());
        settings.put("maxconns_fast", "yes");
        settings.put("flush_enabled", "yes");
        return settings;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                admit(listener.accept());
            } catch (IOException e) {
                if (!listener.isClosed() && !pause()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void admit(Socket socket) throws IOException {
        if (open.size() >= maxConnections) {
            count("rejected_connections");
            try (socket) {
                socket.getOutputStream()
                        .write(
                                "ERROR Too many open connections\r\n"
                                        .getBytes(StandardCharsets.US_ASCII));
            }
            return;
        }
        count("total_connections");
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            new StandInSession(this, socket.getInputStream(), socket.getOutputStream()).run();
        } catch (IOException _) {
            // The client went away.
        } finally {
            open.remove(socket);
        }
    }

    /** Lets a passing shortage pass, such as one of open files. */
    private static boolean pause() {
        try {
            Thread.sleep(10);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception _) {
            // It is closed as far as it can be.
        }
    }
}
