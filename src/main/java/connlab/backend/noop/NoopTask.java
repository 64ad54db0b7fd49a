package connlab.backend.noop;

import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The position of the noop lane's dial.
 *
 * @param delayNanos how long to wait, in nanoseconds
 * @param failShare which share of the trials fails, from 0 to 1
 */
record NoopTask(long delayNanos, double failShare) {
    boolean does() {
        return delayNanos > 0 || failShare > 0;
    }

    void perform() throws TrialFailure {
        long deadline = System.nanoTime() + delayNanos;
        for (long left = delayNanos; left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        if (failShare > 0 && ThreadLocalRandom.current().nextDouble() < failShare) {
            throw new TrialFailure(FailureClass.WRONG_ANSWER, "the dial said fail", null);
        }
    }
}
