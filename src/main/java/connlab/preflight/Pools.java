package connlab.preflight;

import connlab.preflight.Situation.LaneState;
import connlab.preflight.Situation.ServerState;

/** What a server's limit has left when all pools are full. */
final class Pools {
    /** The connection over which a server is asked for its figures. */
    private static final int PROBE = 1;

    private Pools() {}

    /** The connections that a server's pooled lanes hold when they are full. */
    static long held(Situation situation, ServerState server, String setting) {
        return situation.direct(server, LaneState::pooled).stream()
                .mapToLong(lane -> lane.number(setting).orElse(0))
                .sum();
    }

    /** The connections left for trials that open their own; less than 0 if pools can't be full. */
    static long left(Situation situation, ServerState server, long limit, long held) {
        return limit - PROBE - held - (server.yours() ? situation.headroom() : 0);
    }
}
