package connlab.live;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.jspecify.annotations.Nullable;

/**
 * One backend in one frame, by its server's own count. What is unknown is absent.
 *
 * @param reason why it is not up; absent while it is
 * @param peak the most connections that a sample saw open since the last frame
 * @param openedPerSecond from the samples since the last frame; absent where there was no new one,
 *     and across a restart of the server
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BackendFrame(
        String name,
        boolean up,
        @Nullable String reason,
        @Nullable Double open,
        @Nullable Double peak,
        @Nullable Double openedPerSecond,
        @Nullable Double limit) {

    /** Null for {@code NaN}, which JSON does not have. */
    static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
