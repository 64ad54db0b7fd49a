package connlab.run;

import com.fasterxml.jackson.annotation.JsonInclude;

import connlab.backend.ProxySample;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the pooling proxy on a run's way counted, from the last sample before the first trial to the
 * first sample after the last one. It counts for all its clients.
 *
 * @param name the proxy's configured name
 * @param peakClientsActive the most clients that a sample saw served, or wanting nothing
 * @param peakClientsWaiting the most that a sample saw waiting for a server connection
 * @param peakServersOpen the most connections to the server that a sample saw
 * @param longestWaitSeconds the longest that a sample saw a client wait
 * @param transactions what its servers did for clients, exactly; absent across a restart of it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProxyFigures(
        String name,
        double peakClientsActive,
        double peakClientsWaiting,
        double peakServersOpen,
        double longestWaitSeconds,
        @Nullable Double transactions) {

    static ProxyFigures of(String name, List<ProxySample> samples) {
        double transactions = samples.getLast().transactions() - samples.getFirst().transactions();
        return new ProxyFigures(
                name,
                peak(samples, ProxySample::clientsActive),
                peak(samples, ProxySample::clientsWaiting),
                peak(samples, ProxySample::serversOpen),
                peak(samples, ProxySample::longestWaitSeconds),
                transactions >= 0 ? transactions : null);
    }

    private static double peak(List<ProxySample> samples, ToDoubleFunction<ProxySample> figure) {
        return samples.stream().mapToDouble(figure).max().orElseThrow();
    }
}
