package connlab.metrics;

import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;

import io.micrometer.core.instrument.MeterRegistry;

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
}
