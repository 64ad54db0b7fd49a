package connlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

@Timeout(30)
class RunningTest {
    @Test
    void theTimeLeftRunsDownBetweenTwoStepsAndNotBelowNothing() throws Exception {
        CountDownLatch stepped = new CountDownLatch(1);
        Running running = new Running("slow", Map.of(), new SlowSecondStep(stepped), _ -> {});
        running.start();
        stepped.await();

        double left = running.progress().secondsLeft();
        assertThat(left).isPositive().isLessThan(10);
        Thread.sleep(20);
        assertThat(running.progress().secondsLeft()).isLessThan(left);
        while (running.progress().secondsLeft() > 0) {
            Thread.sleep(20);
        }
        assertThat(running.progress().text()).isEqualTo("1 of 2 done, 0 s left");
        running.cancel();
        assertThat(running.await(Running.PATIENCE)).isPresent();
    }

    private record SlowSecondStep(CountDownLatch stepped) implements Experiment.Plan {
        @Override
        public Duration limit() {
            return Duration.ofMinutes(1);
        }

        @Override
        public Report run(Progress progress) throws InterruptedException {
            progress.step(0, 2);
            Thread.sleep(1_000);
            progress.step(1, 2);
            stepped.countDown();
            Thread.sleep(limit());
            return new Report(List.of(), List.of(), "");
        }
    }
}
