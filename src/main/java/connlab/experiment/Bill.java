package connlab.experiment;

import connlab.wire.Recording;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What connects on one way cost, added up. */
final class Bill {
    private final Map<Part, Long> parts = new EnumMap<>(Part.class);
    private int connects;
    private long totalNanos;
    private int timed;
    private long clientCpuNanos;
    private int recorded;
    private long roundTrips;
    private long bytesOut;
    private long bytesIn;
    private boolean serverSeen = true;
    private long serverCpuNanos;
    private String authentication = "";
    private OptionalInt statements = OptionalInt.empty();

    /** Several turns' together. */
    static Bill of(List<Bill> turns) {
        Bill sum = new Bill();
        turns.forEach(sum::add);
        return sum;
    }

    void add(Connect connect) {
        connects++;
        totalNanos += connect.totalNanos();
        connect.parts().forEach((part, nanos) -> parts.merge(part, nanos, Long::sum));
        if (connect.clientCpuNanos().isPresent()) {
            timed++;
            clientCpuNanos += connect.clientCpuNanos().getAsLong();
        }
        if (connect.recording() != null) {
            add(connect.recording(), connect.usableNanos());
        }
        if (connect.split() != null) {
            authentication = connect.split().authentication();
            statements = connect.split().statements();
        }
    }

    private void add(Recording recording, long usableNanos) {
        recorded++;
        roundTrips += recording.roundTrips(usableNanos);
        bytesOut += recording.sent().size();
        bytesIn += recording.received().size();
    }

    private void add(Bill turn) {
        connects += turn.connects;
        totalNanos += turn.totalNanos;
        turn.parts.forEach((part, nanos) -> parts.merge(part, nanos, Long::sum));
        timed += turn.timed;
        clientCpuNanos += turn.clientCpuNanos;
        recorded += turn.recorded;
        roundTrips += turn.roundTrips;
        bytesOut += turn.bytesOut;
        bytesIn += turn.bytesIn;
        serverSeen &= turn.serverSeen;
        serverCpuNanos += turn.serverCpuNanos;
        authentication = turn.authentication;
        statements = turn.statements;
    }

    /** The server's processor time of a turn, from two readings. */
    void server(OptionalLong before, OptionalLong after) {
        serverSeen = before.isPresent() && after.isPresent();
        if (serverSeen) {
            serverCpuNanos = after.getAsLong() - before.getAsLong();
        }
    }

    /** The mean connect, query and close, in microseconds. */
    double totalMicros() {
        return totalNanos / 1e3 / connects;
    }

    /** A part's mean; null where it did not happen or can't be told. */
    @Nullable Double micros(Part part) {
        Long nanos = parts.get(part);
        return nanos == null ? null : Double.valueOf(nanos / 1e3 / connects);
    }

    @Nullable Double clientCpuMicros() {
        return timed == 0 ? null : Double.valueOf(clientCpuNanos / 1e3 / timed);
    }

    @Nullable Double serverCpuMicros() {
        return serverSeen ? Double.valueOf(serverCpuNanos / 1e3 / connects) : null;
    }

    /** Until the connection is usable. */
    @Nullable Double roundTrips() {
        return perRecorded(roundTrips);
    }

    @Nullable Double bytesOut() {
        return perRecorded(bytesOut);
    }

    @Nullable Double bytesIn() {
        return perRecorded(bytesIn);
    }

    private @Nullable Double perRecorded(long sum) {
        return recorded == 0 ? null : Double.valueOf((double) sum / recorded);
    }

    /** How logins were proven, where the wire told. */
    String authentication() {
        return authentication;
    }

    /** The driver's own statements as they were seen on the wire. */
    OptionalInt statements() {
        return statements;
    }
}
