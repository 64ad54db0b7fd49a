package connlab.experiment;

import connlab.backend.BadParameter;
import connlab.backend.Parameters;

import java.time.Duration;
import java.util.Map;

/**
 * A measuring loop inside the process, run by {@code POST /experiments/{name}}. This is the
 * extension point for a new one: a bean that implements it is found by its {@link #name()}.
 */
public interface Experiment {
    /** The name in the URL: {@code connect-loop}. */
    String name();

    /** What it tells, in one sentence. */
    String summary();

    /** What can be asked of it: each parameter with its bounds and default, for the help. */
    Map<String, String> parameters();

    /**
     * Checks what is asked, before anything happens. Parameters that {@link #parameters()} does not
     * name are refused before this is called.
     *
     * @throws BadParameter if a value can't be used
     */
    Plan plan(Parameters parameters);

    /** An experiment that was asked for and can be met. */
    interface Plan {
        /** It is stopped when it has run for this long. */
        Duration limit();

        /**
         * Measures. It runs alone and on a platform thread, whose processor time can be read.
         * Whoever cancels it interrupts that thread; whatever it opened is closed when it returns,
         * one way or the other.
         *
         * @throws InterruptedException when it was cancelled; {@link Progress} throws it too
         * @throws CannotRun if a server or a setting does not allow it, with what to do
         */
        Report run(Progress progress) throws InterruptedException, CannotRun;
    }

    /** What is asked can't be measured here and now; the message says why and what to do. */
    final class CannotRun extends Exception {
        private static final long serialVersionUID = 1;

        public CannotRun(String why) {
            super(why);
        }
    }
}
