package connlab.probe;

import connlab.backend.Probe;
import connlab.backend.Sample;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** Asks one backend's probe, and cuts windows out of its answers. */
public final class Sampler implements AutoCloseable {
    private final String backend;
    private final Poller<Sample> poller;

    /**
     * @param onLost called when a server that had answered stops answering
     */
    public Sampler(String backend, Probe probe, LongSupplier nanoClock, Runnable onLost) {
        this.backend = backend;
        this.poller = new Poller<>(backend, probe, nanoClock, onLost);
    }

    public void start() {
        poller.start();
    }

    public String backend() {
        return backend;
    }

    /** Waits until the server has answered once, or failed to. */
    public boolean awaitFirstTry(Duration timeout) throws InterruptedException {
        return poller.awaitFirstTry(timeout);
    }

    /** What is known now. */
    public ServerStatus status() {
        Poller.Answer<Sample> newest = poller.newest();
        return new ServerStatus(newest.up(), newest.info(), newest.sample(), newest.reason());
    }

    /** The most connections that any sample since then saw open; {@code NaN} if there is none. */
    public double peakSince(long nanos) {
        return poller.since(nanos).stream()
                .mapToDouble(Sample::open)
                .filter(open -> !Double.isNaN(open))
                .max()
                .orElse(Double.NaN);
    }

    /**
     * What the server counted between two instants of the monotonic clock: from the last sample
     * before the first to the first sample after the second. Null while that one is still to come.
     */
    public @Nullable Window window(long beginNanos, long endNanos) {
        List<Sample> inside = poller.around(beginNanos, endNanos);
        return inside == null ? null : Window.of(backend, inside, beginNanos);
    }

    /** Stops asking and closes the probe's connection. */
    @Override
    public void close() {
        poller.close();
    }
}
