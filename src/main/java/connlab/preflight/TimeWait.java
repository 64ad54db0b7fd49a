package connlab.preflight;

import java.time.Duration;

/**
 * How long the kernel keeps a port from being used again for the same address after its connection
 * was closed. TIME_WAIT itself lasts 60 s and can't be changed ({@code TCP_TIMEWAIT_LEN} in Linux's
 * {@code include/net/tcp.h}); {@code tcp_tw_reuse}, which needs timestamps, lets a new connection
 * take such a port after one second, or after {@code tcp_tw_reuse_delay} since Linux 6.14.
 *
 * @param reuse 0 never, 1 always, 2 for loopback only
 */
record TimeWait(long reuse, boolean timestamps, Duration reuseDelay) {
    static final Duration LENGTH = Duration.ofSeconds(60);

    private static final long USUAL_DELAY_MILLIS = 1000;

    static TimeWait of(Host host) throws Unreadable {
        return new TimeWait(
                host.number("net.ipv4.tcp_tw_reuse"),
                host.number("net.ipv4.tcp_timestamps") != 0,
                Duration.ofMillis(
                        host.numberIfThere("net.ipv4.tcp_tw_reuse_delay")
                                .orElse(USUAL_DELAY_MILLIS)));
    }

    boolean reuses(boolean loopback) {
        return timestamps && (reuse == 1 || (reuse == 2 && loopback));
    }

    Duration holds(boolean loopback) {
        return reuses(loopback) ? reuseDelay : LENGTH;
    }
}
