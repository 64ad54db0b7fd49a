package connlab.lane;

import connlab.ConnlabProperties;
import connlab.ConnlabProperties.BackendProperties;
import connlab.backend.Server;
import connlab.embedded.EmbeddedServers;
import connlab.embedded.StartedServer;
import connlab.probe.Sampler;
import connlab.trial.TrialFailure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;

/**
 * Finds or starts the server of every backend, all at once and after the web server is up, opens
 * the lanes, and says when every one was tried.
 */
@Component
final class LabStarter implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(LabStarter.class);
    private static final Duration FIRST_TRY = Duration.ofSeconds(30);

    private final Lanes lanes;
    private final EmbeddedServers embedded;
    private final boolean embeddedEnabled;
    private final LongSupplier nanoClock;
    private final ApplicationEventPublisher events;
    private final ReadWriteLock state = new ReentrantReadWriteLock();
    private volatile boolean running;

    LabStarter(
            Lanes lanes,
            EmbeddedServers embedded,
            ConnlabProperties properties,
            LongSupplier nanoClock,
            ApplicationEventPublisher events) {
        this.lanes = lanes;
        this.embedded = embedded;
        this.embeddedEnabled = properties.embedded().enabled();
        this.nanoClock = nanoClock;
        this.events = events;
    }

    @Override
    public void start() {
        running = true;
        Thread.ofPlatform().name("lab-starter").daemon().start(this::startAll);
    }

    private void startAll() {
        List<Thread> starting =
                lanes.backends().stream()
                        .map(
                                b ->
                                        Thread.ofPlatform()
                                                .name("start-" + b.name())
                                                .start(() -> start(b)))
                        .toList();
        try {
            for (Thread thread : starting) {
                thread.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return;
        }
        if (running) {
            events.publishEvent(new LabReady(lanes));
        }
    }

    private void start(BackendRuntime backend) {
        try {
            BackendProperties settings = lanes.settings(backend);
            if (backend.configured() || !embedded.supports(settings.type())) {
                open(backend, configured(backend, settings), origin(backend), settings);
            } else if (embeddedEnabled) {
                LOG.info("Starting an embedded server for backend {} ...", backend.name());
                StartedServer started = embedded.start(settings.type());
                open(backend, started(backend, settings, started), started.origin(), settings);
            } else {
                backend.failed(
                        "no host is configured for backend %s and connlab.embedded.enabled is false"
                                .formatted(backend.name()));
            }
        } catch (IOException | RuntimeException e) {
            String reason =
                    "backend %s can't be started: %s".formatted(backend.name(), e.getMessage());
            backend.failed(reason);
            if (running) {
                LOG.warn("{}", reason, e instanceof RuntimeException ? e : null);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void open(
            BackendRuntime backend, Server server, String origin, BackendProperties settings)
            throws InterruptedException {
        Sampler sampler =
                new Sampler(
                        backend.name(),
                        backend.type().probe(server),
                        nanoClock,
                        backend::serverLost);
        boolean begun =
                whileRunning(
                        () -> {
                            backend.found(server, origin, sampler);
                            sampler.start();
                        });
        if (!begun) {
            return;
        }
        sampler.awaitFirstTry(FIRST_TRY);
        if (settings.createTable()) {
            createTable(backend, server);
        }
        whileRunning(() -> lanes.open(backend, server));
    }

    /** What is opened after the lab was stopped would stay open. */
    private boolean whileRunning(Runnable opening) {
        state.readLock().lock();
        try {
            if (running) {
                opening.run();
            }
            return running;
        } finally {
            state.readLock().unlock();
        }
    }

    private static void createTable(BackendRuntime backend, Server server) {
        try {
            backend.type().createTable(server);
        } catch (TrialFailure e) {
            LOG.warn("table1 could not be created on {}: {}", backend.name(), e.detail());
        }
    }

    private static String origin(BackendRuntime backend) {
        return backend.configured() ? "yours" : "built in";
    }

    private static Server configured(BackendRuntime backend, BackendProperties settings) {
        int port = settings.port() == 0 ? backend.type().defaultPort() : settings.port();
        return new Server(
                backend.name(),
                settings.host().isBlank() ? "127.0.0.1" : settings.host(),
                port,
                settings.database(),
                settings.user(),
                settings.password(),
                false,
                settings.connectTimeout(),
                settings.readTimeout());
    }

    private static Server started(
            BackendRuntime backend, BackendProperties settings, StartedServer started) {
        return new Server(
                backend.name(),
                started.host(),
                started.port(),
                started.database(),
                started.user(),
                started.password(),
                true,
                settings.connectTimeout(),
                settings.readTimeout());
    }

    @Override
    public void stop() {
        state.writeLock().lock();
        try {
            running = false;
        } finally {
            state.writeLock().unlock();
        }
        lanes.backends().parallelStream().forEach(BackendRuntime::close);
        lanes.proxies().parallelStream().forEach(ProxyRuntime::close);
        embedded.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /**
     * After the web server on the way up, so before it on the way down; requests are drained then.
     */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 4096;
    }
}
