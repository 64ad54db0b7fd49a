package connlab.run;

import connlab.backend.Server;
import connlab.lane.BackendRuntime;
import connlab.lane.Lanes;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Looks at the operating system's counters four times a second. Used by one thread. */
@Component
final class HostWatch {
    private static final Duration PERIOD = Duration.ofMillis(250);

    /** An hour of looks. */
    private static final int KEPT = 14_400;

    private final Lanes lanes;
    private final LongSupplier nanoClock;
    private final Map<String, LocalServer> servers = new HashMap<>();
    private final Deque<Look> history = new ArrayDeque<>();

    HostWatch(Lanes lanes, LongSupplier nanoClock) {
        this.lanes = lanes;
        this.nanoClock = nanoClock;
    }

    /** All counters at one instant; those of servers by backend. */
    record Look(
            long nanos,
            long uptimeMillis,
            OptionalLong serviceCpu,
            OptionalLong busy,
            OptionalLong timeWait,
            OptionalLong listenOverflows,
            long collectorMillis,
            long compilerMillis,
            Map<String, Long> serverCpu) {}

    /** The looks around a run: the last before its begin to the first after its end. */
    record Span(List<Look> looks) {
        Look first() {
            return looks.getFirst();
        }

        Look last() {
            return looks.getLast();
        }

        double nanos() {
            return last().nanos() - first().nanos();
        }
    }

    /** Looks, if it is time to. */
    void look() {
        long now = nanoClock.getAsLong();
        Look newest = history.peekLast();
        if (newest != null && now - newest.nanos() < PERIOD.toNanos()) {
            return;
        }
        history.addLast(
                new Look(
                        now,
                        ManagementFactory.getRuntimeMXBean().getUptime(),
                        serviceCpu(),
                        LinuxCounters.busyNanos(),
                        LinuxCounters.timeWait(),
                        LinuxCounters.listenOverflows(),
                        collectorMillis(),
                        compilerMillis(),
                        serverCpu(now)));
        if (history.size() > KEPT) {
            history.removeFirst();
        }
    }

    /** Null if there was no look before the begin, or there is none after the end yet. */
    @Nullable Span around(long beginNanos, long endNanos) {
        List<Look> looks = new ArrayList<>();
        for (Look look : history) {
            if (look.nanos() - beginNanos <= 0) {
                looks.clear();
            }
            looks.add(look);
            if (look.nanos() - endNanos >= 0) {
                return looks.getFirst().nanos() - beginNanos <= 0 ? new Span(looks) : null;
            }
        }
        return null;
    }

    private static OptionalLong serviceCpu() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean known
                        && known.getProcessCpuTime() >= 0
                ? OptionalLong.of(known.getProcessCpuTime())
                : OptionalLong.empty();
    }

    /** Pauses only: a concurrent collector's own work is not one. */
    private static long collectorMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(c -> !c.getName().contains("Concurrent") && !c.getName().endsWith("Cycles"))
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private static long compilerMillis() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
                ? 0
                : compiler.getTotalCompilationTime();
    }

    private Map<String, Long> serverCpu(long now) {
        Map<String, Long> nanos = new HashMap<>();
        for (BackendRuntime backend : lanes.backends()) {
            Server server = backend.server();
            if (server != null && server.port() > 0) {
                servers.computeIfAbsent(backend.name(), _ -> new LocalServer(server))
                        .cpuNanos(now)
                        .ifPresent(value -> nanos.put(backend.name(), value));
            }
        }
        return nanos;
    }
}
