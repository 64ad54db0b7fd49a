package connlab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import connlab.backend.Probe;
import connlab.backend.Sample;
import connlab.backend.ServerInfo;
import connlab.trial.FailureClass;
import connlab.trial.TrialFailure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

class SamplerTest {
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong opened = new AtomicLong(100);
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong serverStart = new AtomicLong(1);
    private final AtomicInteger connects = new AtomicInteger();
    private final AtomicInteger losses = new AtomicInteger();
    private volatile boolean broken;

    private final Sampler sampler =
            new Sampler("a", new DialledProbe(), System::nanoTime, losses::incrementAndGet);

    @AfterEach
    void stop() {
        sampler.close();
    }

    @Test
    void aWindowReachesFromTheLastSampleBeforeToTheFirstAfterAndIsExact() {
        sampler.start();
        awaitSamples(2);
        long begin = System.nanoTime();
        opened.addAndGet(5);
        open.set(3);
        awaitSamples(3);
        open.set(0);
        opened.addAndGet(2);
        long end = System.nanoTime();

        Window window = await().until(() -> sampler.window(begin, end), w -> w != null);

        assertThat(window.opened()).isEqualTo(7);
        assertThat(window.peakOpen()).isEqualTo(3);
        assertThat(window.complete()).isTrue();
        assertThat(window.restarted()).isFalse();
        assertThat(window.beginNanos()).isLessThanOrEqualTo(begin);
        assertThat(window.endNanos()).isGreaterThanOrEqualTo(end);
    }

    @Test
    void aRestartOfTheServerVoidsTheDifferences() {
        sampler.start();
        awaitSamples(2);
        long begin = System.nanoTime();
        serverStart.set(2);
        opened.set(1);

        long end = System.nanoTime();

        Window window = await().until(() -> sampler.window(begin, end), w -> w != null);

        assertThat(window.restarted()).isTrue();
        assertThat(window.opened()).isNaN();
    }

    @Test
    void refusedIsUnknownUntilTheCounterMovesAndExactInTheWindowInWhichItDoes() {
        sampler.start();
        awaitSamples(2);
        long begin = System.nanoTime();
        Window before = await().until(() -> sampler.window(begin, begin), w -> w != null);
        refused.set(4);
        long end = System.nanoTime();
        Window after = await().until(() -> sampler.window(begin, end), w -> w != null);

        assertThat(before.refused()).isNaN();
        assertThat(after.refused()).isEqualTo(4);
    }

    @Test
    void itSaysUnknownWhileTheServerIsAwayAndReconnectsByItself() {
        sampler.start();
        awaitSamples(1);
        broken = true;
        await().until(() -> !sampler.status().up());

        assertThat(sampler.status().open()).isNaN();
        assertThat(sampler.status().reason()).startsWith("server-gone");
        assertThat(losses).hasValue(1);

        broken = false;
        await().atMost(Duration.ofSeconds(5)).until(() -> sampler.status().up());
    }

    @Test
    void itKeepsOneConnectionHoweverManySamplesItTakes() {
        sampler.start();
        awaitSamples(5);

        assertThat(connects).hasValue(1);
    }

    private void awaitSamples(int more) {
        for (int i = 0; i < more; i++) {
            Sample last = sampler.status().sample();
            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> sampler.status().sample() != last);
        }
    }

    private final class DialledProbe implements Probe {
        @Override
        public void connect() throws TrialFailure {
            connects.incrementAndGet();
            answer("connected");
        }

        @Override
        public ServerInfo describe() throws TrialFailure {
            return answer(new ServerInfo("dialled", "1", Map.of()));
        }

        @Override
        public Sample sample() throws TrialFailure {
            long asked = System.nanoTime();
            return answer(
                    new Sample(
                            asked,
                            System.nanoTime(),
                            Instant.EPOCH,
                            open.get(),
                            opened.get(),
                            50,
                            Sample.proven(refused.get()),
                            0,
                            Double.NaN,
                            serverStart.get()));
        }

        private <T> T answer(T value) throws TrialFailure {
            if (broken) {
                throw new TrialFailure(FailureClass.SERVER_GONE, "broken", null);
            }
            return value;
        }

        @Override
        public void close() {}
    }
}
