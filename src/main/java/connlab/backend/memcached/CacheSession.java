package connlab.backend.memcached;

import connlab.backend.Session;
import connlab.trial.FailureClass;
import connlab.trial.Phase;
import connlab.trial.PhaseTimer;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** A memcached client for the time of one trial. */
final class CacheSession implements Session<CacheTask> {
    /** Long enough to be read back, short enough not to fill a cache that others use. */
    private static final int EXPIRY_SECONDS = 60;

    private final CacheClient client;
    private final boolean own;

    /**
     * @param own whether the client was built for this trial and ends with it
     */
    CacheSession(CacheClient client, boolean own) {
        this.client = client;
        this.own = own;
    }

    @Override
    public void perform(CacheTask task, PhaseTimer timer) throws TrialFailure {
        if (task.value() != null) {
            timer.enter(Phase.SET);
            client.set(task.key(), task.value(), EXPIRY_SECONDS);
        }
        if (task.operation().reads()) {
            timer.enter(Phase.GET);
            check(task, client.get(task.key()));
        }
    }

    private static void check(CacheTask task, byte @Nullable [] answer) throws TrialFailure {
        if (answer == null) {
            throw wrong("no value under this key");
        }
        if (task.value() != null && !Arrays.equals(answer, task.value())) {
            throw wrong("another value than the one that was stored");
        }
        if (task.expectedSize() >= 0 && answer.length != task.expectedSize()) {
            throw wrong(
                    "a value of %d bytes where %d were expected"
                            .formatted(answer.length, task.expectedSize()));
        }
    }

    private static TrialFailure wrong(String detail) {
        return new TrialFailure(FailureClass.WRONG_ANSWER, "get answered " + detail, null);
    }

    @Override
    public void close() {
        if (own) {
            client.close();
        }
    }
}
