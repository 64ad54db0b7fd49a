package connlab.run;

/**
 * Tells runs that something other than a trial uses a backend's server: their server figures read
 * {@code shared} then.
 */
public interface BackendUse {
    /** Begins such a use; closing it ends it. */
    Use begin(String backend, String experiment);

    /** A use under way. */
    interface Use extends AutoCloseable {
        @Override
        void close();
    }
}
