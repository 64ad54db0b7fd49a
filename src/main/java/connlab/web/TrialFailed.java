package connlab.web;

import connlab.trial.LaneId;
import connlab.trial.Outcome;

/** A trial that failed, on its way to becoming problem details. */
final class TrialFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient LaneId lane;
    private final transient Outcome.Failure failure;
    private final int completed;

    /**
     * Carries the failure.
     *
     * @param completed how many trials of the same request succeeded before
     */
    TrialFailed(LaneId lane, Outcome.Failure failure, int completed) {
        super(failure.detail(), null, false, false);
        this.lane = lane;
        this.failure = failure;
        this.completed = completed;
    }

    LaneId lane() {
        return lane;
    }

    Outcome.Failure failure() {
        return failure;
    }

    int completed() {
        return completed;
    }
}
