package connlab.experiment;

import connlab.backend.ProxySample;
import connlab.backend.ProxyType;
import connlab.lane.BackendRuntime;
import connlab.lane.Lane;
import connlab.lane.ProxyRuntime;
import connlab.probe.Poller;

import org.jspecify.annotations.Nullable;

/**
 * How many connections a lane's pools can hold, and how large a further pool may be.
 *
 * @param holder whose limit it is: {@code the server}, or the pooling proxy on the way, since
 *     connections to that are not the server's
 * @param limit of all pools together; {@code NaN} if unknown
 * @param free what is left of it now; {@code NaN} if unknown
 */
record PoolRoom(String holder, double limit, double free) {
    static PoolRoom of(Lane<?> lane) {
        ProxyRuntime proxy = lane.proxy();
        ProxyType type = proxy == null ? null : proxy.type();
        PoolRoom room =
                proxy == null || type == null
                        ? of(lane.backend())
                        : of(proxy, type.mostClients(proxy.info().facts()));
        return new PoolRoom(room.holder, room.limit, room.free - unfilled(lane));
    }

    /** What the lane's own pool will open yet, where it is still filling. */
    private static int unfilled(Lane<?> lane) {
        String full = lane.settings().get("pool-min-idle");
        return full == null ? 0 : Math.max(0, Integer.parseInt(full) - lane.held());
    }

    /** The probe is not in its own count, here and at a proxy. */
    private static PoolRoom of(BackendRuntime backend) {
        double limit = backend.status().limit();
        return new PoolRoom(
                "the server", limit, limit - backend.status().open() - 1 - backend.headroom());
    }

    private static PoolRoom of(ProxyRuntime proxy, double limit) {
        Poller.@Nullable Answer<ProxySample> newest = proxy.newest();
        ProxySample sample = newest == null ? null : newest.sample();
        double clients =
                sample == null ? Double.NaN : sample.clientsActive() + sample.clientsWaiting();
        return new PoolRoom("proxy " + proxy.name(), limit, limit - clients - 1);
    }

    /** The largest pool, if that is less than wanted; never below 1. */
    int atMost(int wanted) {
        return Double.isNaN(free) ? wanted : (int) Math.max(1, Math.min(wanted, free));
    }
}
