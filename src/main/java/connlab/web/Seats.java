package connlab.web;

import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Lets rows of trials ({@code times=}) run on platform threads while few are under way.
 *
 * <p>On a virtual thread every wait for a server is handed to a poller and back, which takes a
 * third off the rate of a single caller; many callers at once are better off on virtual threads,
 * and find no seat here. bench/README.md has the figures.
 */
final class Seats {
    static final int COUNT = 16;

    private final Semaphore free = new Semaphore(COUNT);

    /** Does the work on a platform thread if a seat is free, else on the caller's own thread. */
    <V> V run(Supplier<V> work) {
        if (!free.tryAcquire()) {
            return work.get();
        }
        // The work still belongs to the caller's request.
        @Nullable RequestAttributes request = RequestContextHolder.getRequestAttributes();
        FutureTask<V> task =
                new FutureTask<>(
                        () -> {
                            RequestContextHolder.setRequestAttributes(request);
                            return work.get();
                        });
        try {
            Thread.ofPlatform().name("row").daemon().start(task);
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException thrown
                    ? thrown
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("connlab is shutting down", e);
        } finally {
            free.release();
        }
    }
}
