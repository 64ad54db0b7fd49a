package connlab.live;

import java.util.List;

/**
 * What the page draws next.
 *
 * @param time its end, milliseconds since 1970
 * @param backends all of them
 * @param lanes those with a trial since the last frame, or one under way
 */
record Frame(long time, List<BackendFrame> backends, List<LaneFrame> lanes) {}
