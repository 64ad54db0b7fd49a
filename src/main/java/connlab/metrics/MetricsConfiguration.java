package connlab.metrics;

import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;

import connlab.ConnlabProperties;
import connlab.ConnlabProperties.LaneProperties;
import connlab.lane.Lanes;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Hands libraries that bring metrics of their own the registry, so that no other package has it.
 */
@Configuration(proxyBeanMethods = false)
class MetricsConfiguration {
    @Bean
    MetricsTrackerFactory poolMetrics(MeterRegistry registry) {
        return new MicrometerMetricsTrackerFactory(registry);
    }

    /** A pool bears its lane's name; its metrics say which backend it leads to, and how. */
    @Bean
    static MeterFilter poolRoutes(ConnlabProperties properties) {
        return new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                @Nullable String pool = id.getTag("pool");
                @Nullable LaneProperties lane = pool == null ? null : properties.lanes().get(pool);
                return lane == null || !id.getName().startsWith("hikaricp.")
                        ? id
                        : id.withTags(Tags.of("backend", lane.backend(), "route", lane.route()));
            }
        };
    }

    @Bean
    MeterBinder laneMeters(TrialMetrics trials, Lanes lanes) {
        return _ -> lanes.all().forEach(lane -> trials.expect(lane.id()));
    }
}
