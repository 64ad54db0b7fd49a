package connlab.experiment;

/** Hears how far an experiment has come. */
public interface Progress {
    /**
     * So many of so many equal steps are done. How long the others will take is told from them.
     *
     * @throws InterruptedException when the experiment was cancelled or its time is over
     */
    void step(int done, int of) throws InterruptedException;

    /** What is going on, in a few words: {@code warming up}. */
    void say(String what) throws InterruptedException;
}
