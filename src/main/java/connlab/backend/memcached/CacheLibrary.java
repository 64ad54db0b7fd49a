package connlab.backend.memcached;

import connlab.backend.Server;
import connlab.trial.TrialFailure;

/** A memcached client library. A further one is one class. */
interface CacheLibrary {
    /** The name in {@code connlab.lanes.<name>.driver}. */
    String name();

    /** Builds a client; it begins to connect and need not have finished. */
    CacheClient build(Server server) throws TrialFailure;
}
