package connlab.live;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * One lane in one frame.
 *
 * @param perSecond trials that ended, failed ones too
 * @param p50Micros of whole trials that succeeded; absent where none did
 * @param inFlight trials under way at the end of the frame
 * @param failures failed trials in this frame by class
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LaneFrame(
        String name,
        double perSecond,
        @Nullable Double p50Micros,
        @Nullable Double p99Micros,
        long inFlight,
        Map<String, Long> failures) {}
