package connlab.web;

import connlab.lane.LabReady;
import connlab.lane.Lanes;
import connlab.probe.ServerStatus;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Up once the server of every backend was found, started or given up. One that goes away later does
 * not turn it down: its state is in the details.
 */
@Component("lab")
class LabHealth implements HealthIndicator {
    private final Lanes lanes;
    private volatile boolean ready;

    LabHealth(Lanes lanes) {
        this.lanes = lanes;
    }

    @EventListener
    void ready(LabReady event) {
        ready = true;
    }

    @Override
    public Health health() {
        Map<String, String> details = new LinkedHashMap<>();
        lanes.backends()
                .forEach(
                        backend -> {
                            ServerStatus status = backend.status();
                            details.put(
                                    backend.name(),
                                    status.up() ? "up" : "down: " + status.reason());
                        });
        return (ready ? Health.up() : Health.outOfService()).withDetails(details).build();
    }
}
