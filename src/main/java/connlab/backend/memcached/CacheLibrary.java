package connlab.backend.memcached;

import connlab.backend.Server;
import connlab.trial.TrialFailure;

/**
 * A memcached client library, or one of the protocols that it speaks. A further one is one class.
 */
public interface CacheLibrary {
    /** The name in {@code connlab.lanes.<name>.driver}. */
    String name();

    /** The library's version; empty if it does not say. */
    String version();

    /** Builds a client; it begins to connect and need not have finished. */
    CacheClient build(Server server) throws TrialFailure;
}
