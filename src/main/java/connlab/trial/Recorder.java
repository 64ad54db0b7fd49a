package connlab.trial;

/**
 * Takes note of trials. A recorder only reads, is called on the trial's own thread, and must
 * neither block nor throw: what it costs, every trial pays.
 */
public interface Recorder {
    /** A trial is about to start. Each call is followed by exactly one {@link #finished}. */
    default void started(LaneId lane, Origin origin) {}

    /** A trial ended, one way or the other. */
    void finished(Measurement measurement);
}
