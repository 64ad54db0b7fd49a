package connlab.experiment;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** An experiment under way, on a platform thread of its own. */
public final class Running {
    /** How long what was cancelled may take to close what it opened. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(Running.class);

    private final String experiment;
    private final Map<String, String> parameters;
    private final Experiment.Plan plan;
    private final Consumer<Result> ended;
    private final Instant begin = Instant.now();
    private final long beginNanos = System.nanoTime();
    private final CompletableFuture<Result> result = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean cancelled;
    private volatile Advance progress = new Advance("starting", 0, 0, 0);
    private volatile long lastStepNanos = beginNanos;

    Running(
            String experiment,
            Map<String, String> parameters,
            Experiment.Plan plan,
            Consumer<Result> ended) {
        this.experiment = experiment;
        this.parameters = Map.copyOf(parameters);
        this.plan = plan;
        this.ended = ended;
        this.thread = Thread.ofPlatform().name("experiment-" + experiment).unstarted(this::run);
    }

    /**
     * How far it has come.
     *
     * @param what what is going on
     * @param of 0 while the number of steps is unknown
     * @param secondsLeft what is left of the other steps if they take as long as those done
     */
    public record Advance(String what, int done, int of, double secondsLeft) {
        /** {@code 12 of 40 done, 31 s left}. */
        public String text() {
            if (of == 0) {
                return what;
            }
            String steps = "%d of %d done".formatted(done, of);
            String left = done == 0 ? "" : ", %d s left".formatted(Math.round(secondsLeft));
            return steps + left + (what.isEmpty() ? "" : ": " + what);
        }
    }

    public String experiment() {
        return experiment;
    }

    /** How far it has come; the time left runs down between two steps too. */
    public Advance progress() {
        Advance last = progress;
        double since = (System.nanoTime() - lastStepNanos) / 1e9;
        return new Advance(
                last.what(), last.done(), last.of(), Math.max(0, last.secondsLeft() - since));
    }

    /** It is stopped, at the latest, when it has run for this long. */
    public Duration limit() {
        return plan.limit();
    }

    void start() {
        thread.start();
    }

    boolean alive() {
        return !result.isDone();
    }

    /** Stops it as soon as it can close what it opened. */
    public void cancel() {
        cancelled = true;
        thread.interrupt();
    }

    /** Its result, if it ends in time. */
    public Optional<Result> await(Duration patience) throws InterruptedException {
        try {
            return Optional.of(result.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void run() {
        Thread watch = Thread.ofVirtual().start(this::stopAtTheLimit);
        Result outcome = measure();
        watch.interrupt();
        ended.accept(outcome);
        result.complete(outcome);
    }

    private void stopAtTheLimit() {
        try {
            Thread.sleep(plan.limit());
            thread.interrupt();
        } catch (InterruptedException _) {
            // It ended in time.
        }
    }

    private Result measure() {
        try {
            return result(Result.State.FINISHED, null, plan.run(new Steps()));
        } catch (InterruptedException _) {
            return cancelled
                    ? result(Result.State.CANCELLED, "it was cancelled", null)
                    : result(
                            Result.State.TIMED_OUT,
                            "it was stopped after %d s, the longest it may take"
                                    .formatted(plan.limit().toSeconds()),
                            null);
        } catch (Experiment.CannotRun e) {
            return result(Result.State.FAILED, e.getMessage(), null);
        } catch (RuntimeException e) {
            LOG.error("Experiment {} met a bug", experiment, e);
            return result(Result.State.FAILED, "a fault in connlab; its log has the details", null);
        }
    }

    private Result result(Result.State state, @Nullable String reason, @Nullable Report report) {
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        return new Result(experiment, parameters, begin, seconds, state, reason, report);
    }

    private final class Steps implements Progress {
        private long firstStep;

        @Override
        public void step(int done, int of) throws InterruptedException {
            long now = System.nanoTime();
            if (done == 0) {
                firstStep = now;
            }
            lastStepNanos = now;
            double each = done == 0 ? 0 : (now - firstStep) / 1e9 / done;
            progress = new Advance("", done, of, each * (of - done));
            stopIfToldTo();
        }

        @Override
        public void say(String what) throws InterruptedException {
            Advance last = progress;
            progress = new Advance(what, last.done(), last.of(), last.secondsLeft());
            stopIfToldTo();
        }

        private void stopIfToldTo() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
