package connlab.embedded;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Starts servers for the backends that have none, and ends them with this process.
 *
 * <p>All that they write lies in one folder, which {@link #close} removes. If this process is
 * killed before it could do so, the next one that starts a server ends what was left running and
 * removes the folder.
 */
@Component
public final class EmbeddedServers implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(EmbeddedServers.class.getName());

    private static final String SHUTTING_DOWN = "connlab is shutting down";

    private final Map<String, EmbeddedServer> servers;
    private final List<StartedServer> running = new ArrayList<>();
    private final AtomicInteger starting = new AtomicInteger();
    private @Nullable InstanceFolder home;
    private boolean closed;

    public EmbeddedServers(List<EmbeddedServer> servers) {
        this.servers =
                servers.stream()
                        .collect(
                                Collectors.toMap(
                                        EmbeddedServer::type,
                                        Function.identity(),
                                        (one, other) -> {
                                            throw new IllegalStateException(
                                                    "two embedded servers of type " + one.type());
                                        },
                                        TreeMap::new));
    }

    /** Whether there is an embedded server of this backend type at all. */
    public boolean supports(String type) {
        return servers.containsKey(type);
    }

    /**
     * Starts one more server of this type and returns once it takes connections. Servers may be
     * started by several threads at once; when one can't be, the others are not affected.
     *
     * @throws IOException if it can't run here, with a reason that a user can act on
     */
    public StartedServer start(String type) throws IOException {
        EmbeddedServer server = servers.get(type);
        if (server == null) {
            throw new IOException(
                    "there is no embedded server of type " + type + ", only " + servers.keySet());
        }
        InstanceFolder instance = enter();
        try {
            return start(server, instance.newServerFolder(type));
        } catch (IOException e) {
            throw isClosed() ? new IOException(SHUTTING_DOWN, e) : e;
        } finally {
            starting.decrementAndGet();
        }
    }

    private StartedServer start(EmbeddedServer server, Path folder) throws IOException {
        try {
            StartedServer started = server.start(folder);
            keep(started);
            return started;
        } catch (IOException | RuntimeException | Error e) {
            InstanceFolder.clear(folder);
            throw e;
        }
    }

    /**
     * Ends all of them, those that are being started included, and removes their folder. Nothing
     * can be started afterwards.
     */
    @Override
    public void close() {
        List<StartedServer> all;
        InstanceFolder folder;
        synchronized (this) {
            closed = true;
            all = List.copyOf(running);
            running.clear();
            folder = home;
            home = null;
        }
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<?>[] stops =
                    all.stream()
                            .map(server -> CompletableFuture.runAsync(server.stop(), executor))
                            .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(stops).exceptionally(EmbeddedServers::report).join();
        }
        if (folder != null) {
            folder.close(() -> starting.get() > 0);
        }
    }

    /** Counts a start in, so that {@link #close} knows that more may appear in the folder. */
    private synchronized InstanceFolder enter() throws IOException {
        if (closed) {
            throw new IOException(SHUTTING_DOWN);
        }
        InstanceFolder folder = home;
        if (folder == null) {
            folder = InstanceFolder.create();
            home = folder;
            Thread.ofVirtual().name("embedded-reaper").start(folder::reapAbandoned);
        }
        starting.incrementAndGet();
        return folder;
    }

    private void keep(StartedServer started) throws IOException {
        synchronized (this) {
            if (!closed) {
                running.add(started);
                return;
            }
        }
        started.stop().run();
        throw new IOException(SHUTTING_DOWN);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private static @Nullable Void report(Throwable e) {
        LOG.log(Level.WARNING, "An embedded server was not stopped in order", e);
        return null;
    }
}
