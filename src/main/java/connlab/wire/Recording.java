package connlab.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What crossed one connection's socket, as its client saw it. Sent bytes have the instant at which
 * they were handed to the kernel, received ones that at which they were read from it, in
 * nanoseconds of {@link System#nanoTime()}.
 */
public final class Recording {
    private final List<Crossing> crossings = new ArrayList<>();
    private long tcpBegan;
    private long tcpEnded;
    private boolean connected;

    /** Some bytes in one direction. */
    record Crossing(long nanos, boolean sent, byte[] bytes) {}

    synchronized void connected(long beganNanos, long endedNanos) {
        tcpBegan = beganNanos;
        tcpEnded = endedNanos;
        connected = true;
    }

    synchronized void crossed(long nanos, boolean sent, byte[] from, int offset, int length) {
        byte[] bytes = new byte[length];
        System.arraycopy(from, offset, bytes, 0, length);
        crossings.add(new Crossing(nanos, sent, bytes));
    }

    /** When the client began to open the TCP connection; empty where only a relay looked on. */
    public synchronized OptionalLong tcpBegan() {
        return connected ? OptionalLong.of(tcpBegan) : OptionalLong.empty();
    }

    /** When it was open. */
    public synchronized OptionalLong tcpEnded() {
        return connected ? OptionalLong.of(tcpEnded) : OptionalLong.empty();
    }

    /** All bytes from the client to the server. */
    public Flow sent() {
        return flow(true);
    }

    /** All bytes from the server to the client. */
    public Flow received() {
        return flow(false);
    }

    private synchronized Flow flow(boolean sent) {
        return new Flow(crossings.stream().filter(c -> c.sent() == sent).toList());
    }

    /**
     * How often the client had to wait for the server: the stretches of received bytes up to this
     * instant. TCP's own handshake is not among them; a greeting that the server sends first is.
     */
    public synchronized int roundTrips(long untilNanos) {
        int trips = 0;
        boolean waiting = true;
        for (Crossing crossing : crossings) {
            if (crossing.nanos() - untilNanos > 0) {
                break;
            }
            trips += waiting && !crossing.sent() ? 1 : 0;
            waiting = crossing.sent();
        }
        return trips;
    }
}
