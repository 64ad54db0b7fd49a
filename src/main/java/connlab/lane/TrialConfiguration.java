package connlab.lane;

import connlab.trial.Recorder;
import connlab.trial.Trial;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;

/** The clocks, and the one {@link Trial} with all recorders. */
@Configuration(proxyBeanMethods = false)
class TrialConfiguration {
    @Bean
    LongSupplier nanoClock() {
        return System::nanoTime;
    }

    @Bean
    InstantSource wallClock() {
        return InstantSource.system();
    }

    @Bean
    Trial trial(LongSupplier nanoClock, InstantSource wallClock, List<Recorder> recorders) {
        return new Trial(instance(), nanoClock, wallClock, recorders);
    }

    private static String instance() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            host = "unknown";
        }
        return host + ":" + ProcessHandle.current().pid();
    }
}
