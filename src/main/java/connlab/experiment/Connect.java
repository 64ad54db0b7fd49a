package connlab.experiment;

import connlab.trial.Phase;
import connlab.wire.Recording;
import connlab.wire.Split;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One connect, its query and its close, by the client's clock in nanoseconds.
 *
 * @param clientCpuNanos processor time of the thread that did it; empty where other threads took
 *     part
 * @param recording what crossed the socket; null if nobody looked
 * @param split how the recording divides; null where only its size can be told
 */
record Connect(
        long beganNanos,
        long usableNanos,
        long queriedNanos,
        long closedNanos,
        OptionalLong clientCpuNanos,
        @Nullable Recording recording,
        @Nullable Split split) {

    /** Of the instants at which phases ended. */
    static Connect of(
            Instants instants,
            OptionalLong clientCpuNanos,
            @Nullable Recording recording,
            @Nullable Split split) {
        return new Connect(
                instants.began(),
                instants.usable(),
                instants.lastBefore(Phase.CLOSE),
                instants.ended(Phase.CLOSE),
                clientCpuNanos,
                recording,
                split);
    }

    long totalNanos() {
        return closedNanos - beganNanos;
    }

    /** The parts that are known; they add up to the total. */
    Map<Part, Long> parts() {
        Map<Part, Long> parts = new EnumMap<>(Part.class);
        if (recording != null && split != null && recording.tcpEnded().isPresent()) {
            divide(recording, split, parts);
        }
        parts.put(Part.QUERY, queriedNanos - usableNanos);
        parts.put(Part.CLOSE, closedNanos - queriedNanos);
        long known = parts.values().stream().mapToLong(Long::longValue).sum();
        parts.put(Part.REST, totalNanos() - known);
        return parts;
    }

    private void divide(Recording wire, Split at, Map<Part, Long> parts) {
        long tcpEnded = wire.tcpEnded().orElseThrow();
        long answered = wire.received().lastNanos(usableNanos).orElse(tcpEnded);
        parts.put(Part.TCP, tcpEnded - wire.tcpBegan().orElseThrow());
        if (at.tlsBegan().isPresent() && at.tlsEnded().isPresent()) {
            long began = at.tlsBegan().getAsLong();
            long ended = at.tlsEnded().getAsLong();
            parts.put(Part.TLS, ended - began);
            parts.put(Part.LOGIN, began - tcpEnded + answered - ended);
        } else if (at.loggedIn().isPresent()) {
            long loggedIn = at.loggedIn().getAsLong();
            parts.put(Part.AUTHENTICATION, loggedIn - tcpEnded);
            if (at.statements().orElse(0) > 0) {
                parts.put(Part.SETUP, answered - loggedIn);
            }
        }
    }
}
