package connlab.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

class SeatsTest {
    private final Seats seats = new Seats();

    @Test
    void aVirtualThreadsWorkIsDoneOnAPlatformThread() throws Exception {
        List<Boolean> virtual = new ArrayList<>();

        Thread.ofVirtual()
                .start(() -> virtual.add(seats.run(() -> Thread.currentThread().isVirtual())))
                .join();

        assertThat(virtual).containsExactly(false);
    }

    @Test
    void whoFindsNoSeatWorksOnItsOwnThread() throws Exception {
        CountDownLatch seated = new CountDownLatch(Seats.COUNT);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> holders = new ArrayList<>();
        for (int i = 0; i < Seats.COUNT; i++) {
            holders.add(Thread.ofVirtual().start(() -> seats.run(() -> await(seated, end))));
        }
        seated.await();

        assertThat(seats.run(Thread::currentThread)).isSameAs(Thread.currentThread());

        end.countDown();
        for (Thread holder : holders) {
            holder.join();
        }
        assertThat(seats.run(Thread::currentThread)).isNotSameAs(Thread.currentThread());
    }

    private static boolean await(CountDownLatch seated, CountDownLatch end) {
        seated.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return true;
    }

    @Test
    void whatTheWorkThrowsIsThrown() {
        IllegalArgumentException thrown = new IllegalArgumentException("x");

        assertThatThrownBy(
                        () ->
                                seats.run(
                                        () -> {
                                            throw thrown;
                                        }))
                .isSameAs(thrown);
    }
}
