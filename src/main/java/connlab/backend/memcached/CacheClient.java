package connlab.backend.memcached;

import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** One client of one memcached client library, with one connection to one server. */
public interface CacheClient extends AutoCloseable {
    /**
     * Returns once the client reports its connection as established.
     *
     * @throws TrialFailure if an attempt to connect failed, or none succeeded in time
     */
    void awaitConnected() throws TrialFailure;

    void set(String key, byte[] value, int expirySeconds) throws TrialFailure;

    /** The value, or null if there is none under this key. */
    byte @Nullable [] get(String key) throws TrialFailure;

    /** The library's way of sending on without waiting for each answer, if it has one. */
    default Optional<CachePipeline> pipeline() {
        return Optional.empty();
    }

    @Override
    void close();
}
