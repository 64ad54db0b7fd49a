package connlab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.trial.FailureClass;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class RetryPaceTest {
    private final RetryPace pace = new RetryPace(Duration.ofMillis(250));

    @Test
    void serverThatIsAwayIsTriedEvenly() {
        assertThat(pauses(FailureClass.CONNECT_REFUSED, 3)).containsOnly(Duration.ofMillis(250));
    }

    @Test
    void refusedLoginIsTriedEverLessOften() {
        assertThat(pauses(FailureClass.AUTH_FAILED, 6))
                .extracting(Duration::toSeconds)
                .containsExactly(2L, 4L, 8L, 16L, 30L, 30L);
    }

    @Test
    void anotherFailureEndsTheSeries() {
        pauses(FailureClass.AUTH_FAILED, 6);
        pauses(FailureClass.CONNECT_REFUSED, 1);

        assertThat(pace.after(FailureClass.AUTH_FAILED)).isEqualTo(Duration.ofSeconds(2));
    }

    private List<Duration> pauses(FailureClass failure, int attempts) {
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < attempts; i++) {
            pauses.add(pace.after(failure));
        }
        return pauses;
    }
}
