package connlab.run;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.jspecify.annotations.Nullable;

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
        @Nullable Long collectorMillis) {}
