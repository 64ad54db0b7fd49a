package connlab.run;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.jspecify.annotations.Nullable;

import java.util.OptionalLong;

/**
 * What the operating system counted from the last look before a run to the first one after it.
 *
 * @param serviceCpuMicrosPerTrial processor time of this service for each trial, HTTP and probes
 *     included; absent if another run was under way
 * @param serverCpuMicrosPerTrial processor time of the server for each trial, those of its
 *     processes that have ended included; absent if the server is not on this host or shared
 * @param otherCpuCores processors that neither the service nor the server kept busy, on average:
 *     the load generator and strangers
 * @param timeWaitPeak the most sockets that were in TIME_WAIT
 * @param listenOverflows connections that the kernel dropped because a listen queue was full, on
 *     any port of this host
 * @param collectorMillis time that the service stood still for the garbage collector
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HostFigures(
        @Nullable Double serviceCpuMicrosPerTrial,
        @Nullable Double serverCpuMicrosPerTrial,
        @Nullable Double otherCpuCores,
        @Nullable Long timeWaitPeak,
        @Nullable Long listenOverflows,
        @Nullable Long collectorMillis) {

    /**
     * The figures of a span.
     *
     * @param shared whether other trials used the same server
     * @param alone whether no other trials were under way at all
     */
    static HostFigures of(
            HostWatch.Span span, String backend, long trials, boolean shared, boolean alone) {
        Long service = difference(span.first().serviceCpu(), span.last().serviceCpu());
        Long server = server(span, backend);
        Long busy = difference(span.first().busy(), span.last().busy());
        return new HostFigures(
                alone ? microsPerTrial(service, trials) : null,
                shared ? null : microsPerTrial(server, trials),
                busy == null || service == null
                        ? null
                        : Math.max(0, busy - service - (server == null ? 0 : server))
                                / span.nanos(),
                timeWaitPeak(span),
                difference(span.first().listenOverflows(), span.last().listenOverflows()),
                span.last().collectorMillis() - span.first().collectorMillis());
    }

    private static @Nullable Double microsPerTrial(@Nullable Long nanos, long trials) {
        return nanos == null || trials == 0 ? null : nanos / 1e3 / trials;
    }

    /** Unknown too if the counter went back: then it is another process's. */
    private static @Nullable Long server(HostWatch.Span span, String backend) {
        Long before = span.first().serverCpu().get(backend);
        Long after = span.last().serverCpu().get(backend);
        return before == null || after == null || after < before ? null : after - before;
    }

    private static @Nullable Long difference(OptionalLong before, OptionalLong after) {
        return before.isEmpty() || after.isEmpty()
                ? null
                : Long.valueOf(after.getAsLong() - before.getAsLong());
    }

    private static @Nullable Long timeWaitPeak(HostWatch.Span span) {
        OptionalLong peak =
                span.looks().stream()
                        .map(HostWatch.Look::timeWait)
                        .flatMapToLong(OptionalLong::stream)
                        .max();
        return peak.isEmpty() ? null : Long.valueOf(peak.getAsLong());
    }
}
