package connlab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import org.junit.jupiter.api.Test;

class ConnectionBudgetTest {
    @Test
    void theLastConnectionsBelowTheLimitStayFree() throws TrialFailure {
        ConnectionBudget budget = new ConnectionBudget(10, () -> 20, () -> 7);

        budget.reserve();
        budget.reserve();
        budget.reserve();

        assertThatThrownBy(budget::reserve)
                .isInstanceOfSatisfying(
                        TrialFailure.class,
                        e -> assertThat(e.kind()).isEqualTo(FailureClass.HEADROOM));
        assertThat(budget.own()).isEqualTo(3);
        budget.release();
        budget.reserve();
    }

    @Test
    void whatPoolsHoldCounts() throws TrialFailure {
        ConnectionBudget budget = new ConnectionBudget(10, () -> 20, () -> 0);
        budget.watch(() -> 9);

        budget.reserve();

        assertThatThrownBy(budget::reserve).isInstanceOf(TrialFailure.class);
    }

    @Test
    void anUnknownLimitHoldsNothingBack() throws TrialFailure {
        ConnectionBudget budget = new ConnectionBudget(10, () -> Double.NaN, () -> Double.NaN);

        for (int i = 0; i < 1000; i++) {
            budget.reserve();
        }

        assertThat(budget.own()).isEqualTo(1000);
    }
}
