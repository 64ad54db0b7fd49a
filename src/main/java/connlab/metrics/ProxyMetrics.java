package connlab.metrics;

import connlab.backend.ProxySample;
import connlab.lane.Lanes;
import connlab.lane.ProxyRuntime;
import connlab.probe.Poller.Answer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.stereotype.Component;

import java.util.function.ToDoubleFunction;

/** What pooling proxies themselves count; only proxies of a known type that have an address. */
@Component
final class ProxyMetrics implements MeterBinder {
    private final Lanes lanes;

    ProxyMetrics(Lanes lanes) {
        this.lanes = lanes;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        lanes.proxies().stream()
                .filter(proxy -> proxy.type() != null && proxy.configured())
                .forEach(proxy -> bind(registry, proxy));
    }

    private static void bind(MeterRegistry registry, ProxyRuntime proxy) {
        gauge(
                registry,
                proxy,
                "up",
                "1 while the proxy's own probe has an answer",
                p -> Double.isNaN(newest(p, ProxySample::serversOpen)) ? 0 : 1);
        gauge(
                registry,
                proxy,
                "clients.active",
                "Clients that hold a server connection, or want none just now",
                p -> newest(p, ProxySample::clientsActive));
        gauge(
                registry,
                proxy,
                "clients.waiting",
                "Clients that wait for a server connection",
                p -> newest(p, ProxySample::clientsWaiting));
        gauge(
                registry,
                proxy,
                "servers.open",
                "Connections of the proxy to its server: used, idle or being opened",
                p -> newest(p, ProxySample::serversOpen));
        gauge(
                registry,
                proxy,
                "longest.wait.seconds",
                "How long the client at the head of the queue has waited",
                p -> newest(p, ProxySample::longestWaitSeconds));
    }

    private static void gauge(
            MeterRegistry registry,
            ProxyRuntime proxy,
            String name,
            String description,
            ToDoubleFunction<ProxyRuntime> value) {
        Gauge.builder("connlab.proxy." + name, proxy, value)
                .description(description)
                .tags("proxy", proxy.name())
                .register(registry);
    }

    private static double newest(ProxyRuntime proxy, ToDoubleFunction<ProxySample> value) {
        Answer<ProxySample> newest = proxy.newest();
        ProxySample sample = newest == null ? null : newest.sample();
        return sample == null ? Double.NaN : value.applyAsDouble(sample);
    }
}
