package connlab.backend.memcached;

import org.jspecify.annotations.Nullable;

/**
 * What a trial on a cache does with one key.
 *
 * @param value what is stored; null where nothing is
 * @param expectedSize how long the value read must be where it is not compared; negative if any
 *     length will do
 */
record CacheTask(Operation operation, String key, byte @Nullable [] value, int expectedSize) {
    /** {@code set}, {@code get}, or both and a comparison. */
    enum Operation {
        SET,
        GET,
        ROUNDTRIP;

        boolean stores() {
            return this != GET;
        }

        boolean reads() {
            return this != SET;
        }
    }
}
