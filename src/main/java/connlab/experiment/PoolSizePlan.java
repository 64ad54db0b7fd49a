package connlab.experiment;

import connlab.backend.Parameters;
import connlab.lane.FreshPool;
import connlab.lane.Lane;
import connlab.lane.Lanes;
import connlab.probe.Sampler;
import connlab.run.BackendUse;
import connlab.run.Latencies;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The sweep over sizes, one fresh pool for each turn of each size.
 *
 * @param sizes of the pool, the smallest first
 * @param most the largest size that was asked for
 * @param room that keeps the sizes below it, if it is less
 * @param length of a turn
 * @param replicas services with such a pool
 */
record PoolSizePlan(
        Lanes lanes,
        BackendUse uses,
        Lane<?> lane,
        Load load,
        List<Integer> sizes,
        int most,
        PoolRoom room,
        Rounds rounds,
        Duration length,
        int replicas,
        PoolFormula formula)
        implements Experiment.Plan {

    /** How long a pool may take to open its connections, and its callers to come to their end. */
    private static final Duration FILLING = Duration.ofSeconds(20);

    private static final Duration WARMUP = Duration.ofSeconds(5);

    private static final Duration PACE = Duration.ofMillis(5);

    /**
     * What is asked of the pool.
     *
     * @param callers who want a connection all the time
     * @param query whether each asks the query
     * @param hold how long each keeps the connection after that
     */
    record Load(int callers, boolean query, Duration hold) {}

    /**
     * One turn of one size.
     *
     * @param perSecond trials that ended in it, per second
     * @param times of these and, so far as they had come, of those under way at its end
     * @param open on the server near its end, by its own count; {@code NaN} if unknown
     */
    record Turn(double perSecond, Latencies times, double open) {}

    @Override
    public Duration limit() {
        Duration turns = length.plus(FILLING).multipliedBy((long) sizes.size() * rounds.count());
        return WARMUP.plus(FILLING).plus(turns);
    }

    @Override
    public Report run(Progress progress) throws InterruptedException, Experiment.CannotRun {
        if (!lane.down().isEmpty() || !lane.backend().status().up()) {
            throw new Experiment.CannotRun(
                    "%s can't be tried: %s"
                            .formatted(
                                    lane.id().name(),
                                    lane.down().isEmpty()
                                            ? lane.backend().status().reason()
                                            : lane.down()));
        }
        try (BackendUse.Use _ = uses.begin(lane.backend().name(), PoolSize.NAME)) {
            progress.say("warming up " + lane.id().name());
            turn(lane, sizes.getLast(), WARMUP);
            Map<Integer, List<Turn>> found =
                    rounds.of(sizes, progress, (size, _) -> turn(lane, size, length));
            return PoolSizeReport.of(this, found);
        }
    }

    private <T> Turn turn(Lane<T> of, int size, Duration time)
            throws InterruptedException, Experiment.CannotRun {
        Duration patience = time.plus(FILLING);
        Parameters work = new Parameters(load.query() ? Map.of("query", "true") : Map.of());
        try (FreshPool<T> pool = lanes.freshPool(of, PoolSize.NAME, size, patience, work)) {
            fill(pool, size);
            Turn turn = new Callers<>(pool).during(time);
            if (turn.perSecond() == 0) {
                throw new Experiment.CannotRun(
                        "In a turn of %d ms no trial on a pool of %d came to its end: take longer turns (millis=)."
                                .formatted(time.toMillis(), size));
            }
            return turn;
        }
    }

    private static void fill(FreshPool<?> pool, int size)
            throws InterruptedException, Experiment.CannotRun {
        long end = System.nanoTime() + FILLING.toNanos();
        while (pool.held() < size) {
            if (System.nanoTime() > end) {
                throw new Experiment.CannotRun(
                        "A pool of %d got only %d connections within %d s."
                                .formatted(size, pool.held(), FILLING.toSeconds()));
            }
            Thread.sleep(PACE);
        }
    }

    /** All callers of one turn. */
    private final class Callers<T> {
        private final FreshPool<T> pool;
        private final Latencies times = new Latencies();
        private final AtomicReference<@Nullable TrialFailure> failure = new AtomicReference<>();
        private volatile boolean over;
        private long ended;

        Callers(FreshPool<T> pool) {
            this.pool = pool;
        }

        Turn during(Duration time) throws InterruptedException, Experiment.CannotRun {
            long begin = System.nanoTime();
            long end;
            double open;
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                try {
                    for (int i = 0; i < load.callers(); i++) {
                        callers.execute(this::call);
                    }
                    Thread.sleep(time);
                } finally {
                    open = openSince(begin);
                    end = System.nanoTime();
                    over = true;
                }
            }
            TrialFailure failed = failure.get();
            if (failed != null) {
                throw new Experiment.CannotRun(failed.kind().label() + ": " + failed.detail());
            }
            return new Turn(ended / ((end - begin) / 1e9), times, open);
        }

        /** By the samples of this turn only. */
        private double openSince(long begin) {
            Sampler sampler = lane.backend().sampler();
            return sampler == null ? Double.NaN : sampler.peakSince(begin);
        }

        private void call() {
            List<Long> mine = new ArrayList<>();
            long endedInTime = 0;
            while (!over && failure.get() == null) {
                long begin = System.nanoTime();
                try {
                    pool.use(load.hold(), () -> over);
                } catch (TrialFailure e) {
                    failure.compareAndSet(null, e);
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    break;
                }
                mine.add(System.nanoTime() - begin);
                endedInTime += over ? 0 : 1;
            }
            add(mine, endedInTime);
        }

        private synchronized void add(List<Long> mine, long endedInTime) {
            mine.forEach(times::record);
            ended += endedInTime;
        }
    }
}
