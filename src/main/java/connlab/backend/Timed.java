package connlab.backend;

/** An answer with the instants of its question and of its arrival, on the monotonic clock. */
public interface Timed {
    /** When the question was sent. */
    long askedNanos();

    /** When the answer was in. */
    long answeredNanos();
}
