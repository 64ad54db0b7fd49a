package connlab.backend.memcached;

import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Many requests on their way at once over one connection, from one thread. */
public interface CachePipeline {
    /** Stores the value under each key; returns when all is stored. */
    void setAll(List<String> keys, byte[] value, int expirySeconds) throws TrialFailure;

    /** The value under each key, in their order; null where there is none. */
    List<byte @Nullable []> getAll(List<String> keys) throws TrialFailure;
}
