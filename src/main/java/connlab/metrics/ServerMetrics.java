package connlab.metrics;

import connlab.backend.Sample;
import connlab.lane.BackendRuntime;
import connlab.lane.Lanes;
import connlab.probe.Sampler;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.stereotype.Component;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** What the servers themselves count. A server's counters are one fact, seen by every instance. */
@Component
final class ServerMetrics implements MeterBinder {
    private static final Duration PEAK = Duration.ofSeconds(30);

    private final Lanes lanes;
    private final LongSupplier nanoClock;

    ServerMetrics(Lanes lanes, LongSupplier nanoClock) {
        this.lanes = lanes;
        this.nanoClock = nanoClock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        lanes.backends().forEach(backend -> bind(registry, backend));
    }

    private void bind(MeterRegistry registry, BackendRuntime backend) {
        gauge(
                registry,
                backend,
                "probe.up",
                "1 while the probe has an answer",
                b -> b.status().up() ? 1 : 0);
        gauge(
                registry,
                backend,
                "server.connections.open",
                "Connections open now, by the server's own count, the probe's left out",
                b -> b.status().open());
        gauge(
                registry,
                backend,
                "server.connections.peak",
                "The most connections that a sample of the last 30 s saw open; ten samples a"
                        + " second",
                this::peak);
        gauge(
                registry,
                backend,
                "server.connections.limit",
                "How many connections an ordinary login may have open at once",
                b -> b.status().limit());
        counter(
                registry,
                backend,
                "server.connections.opened",
                "Connections opened since the server's start, by its own count",
                Sample::opened);
        counter(
                registry,
                backend,
                "server.connections.refused",
                "Connections refused at the limit, once the server's counter has moved",
                Sample::refused);
    }

    private double peak(BackendRuntime backend) {
        Sampler sampler = backend.sampler();
        return sampler == null
                ? Double.NaN
                : sampler.peakSince(nanoClock.getAsLong() - PEAK.toNanos());
    }

    private static void gauge(
            MeterRegistry registry,
            BackendRuntime backend,
            String name,
            String description,
            ToDoubleFunction<BackendRuntime> value) {
        Gauge.builder("connlab." + name, backend, value)
                .description(description)
                .tags("backend", backend.name())
                .register(registry);
    }

    private static void counter(
            MeterRegistry registry,
            BackendRuntime backend,
            String name,
            String description,
            ToDoubleFunction<Sample> value) {
        FunctionCounter.builder("connlab." + name, backend, b -> newest(b, value))
                .description(description)
                .tags("backend", backend.name())
                .register(registry);
    }

    private static double newest(BackendRuntime backend, ToDoubleFunction<Sample> value) {
        Sample sample = backend.status().sample();
        return sample == null ? Double.NaN : value.applyAsDouble(sample);
    }
}
