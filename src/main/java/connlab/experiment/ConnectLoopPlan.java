package connlab.experiment;

import connlab.backend.Parameters;
import connlab.lane.Lane;
import connlab.run.Interval;
import connlab.run.Ratio;
import connlab.trial.Measurement;
import connlab.trial.Origin;
import connlab.trial.Outcome;
import connlab.trial.Trial;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The loop on some lanes. A round's figure is the sum of its trials' times on the trials' own
 * clock, so that what connlab does between two trials is not in it.
 *
 * @param warmup how long each lane is tried, query and all, before the first round: a cold JVM is
 *     many times slower
 */
record ConnectLoopPlan(Trial trial, List<Lane<?>> lanes, int times, Rounds rounds, Duration warmup)
        implements Experiment.Plan {

    private static final Origin ORIGIN =
            new Origin("experiment/" + ConnectLoop.NAME, OptionalLong.empty());

    /** Longer than this no trial takes, unless its server is ill. */
    private static final Duration PER_TRIAL = Duration.ofMillis(100);

    /** One line of the result: a lane, without or with the query. */
    private record Arm(Lane<?> lane, boolean query, Lane.Prepared prepared) {
        static Arm of(Lane<?> lane, boolean query) {
            Map<String, String> asked = query ? Map.of("query", "true") : Map.of();
            return new Arm(lane, query, lane.prepare(new Parameters(asked)));
        }

        String name() {
            return lane.id().name();
        }

        boolean isOf(String type) {
            return lane.backend().type().type().equals(type);
        }
    }

    @Override
    public Duration limit() {
        int arms = lanes.size() * 2;
        Duration loops = PER_TRIAL.multipliedBy((long) arms * times * rounds.count());
        return Duration.ofMinutes(1).plus(warmup.multipliedBy(arms)).plus(loops);
    }

    @Override
    public Report run(Progress progress) throws InterruptedException, Experiment.CannotRun {
        List<String> notes = new ArrayList<>();
        List<Arm> arms = warmUp(progress, notes);
        if (arms.isEmpty()) {
            throw new Experiment.CannotRun("No lane can be tried. " + String.join(" ", notes));
        }
        Map<Arm, List<Double>> found = rounds.of(arms, progress, (arm, _) -> loop(arm));
        List<Pair> pairs = pairs(found);
        notes.add(
                "%d rounds in shuffled order (seed=%d); low and high are 95 %% intervals."
                        .formatted(rounds.count(), rounds.seed()));
        arms.stream().filter(arm -> !arm.query()).forEach(arm -> notePooler(arm, notes));
        return new Report(List.of(loops(found), ratios(pairs)), notes, verdict(pairs));
    }

    /** Tries every lane for a while; those that work are the arms, the others are notes. */
    private List<Arm> warmUp(Progress progress, List<String> notes) throws InterruptedException {
        List<Arm> working = new ArrayList<>();
        for (Lane<?> lane : lanes) {
            if (!lane.down().isEmpty()) {
                notes.add(lane.id().name() + " is left out: " + lane.down());
                continue;
            }
            for (boolean query : List.of(false, true)) {
                progress.say("warming up " + lane.id().name());
                Arm arm = Arm.of(lane, query);
                try {
                    warmUp(arm);
                    working.add(arm);
                } catch (Experiment.CannotRun e) {
                    notes.add(e.getMessage());
                }
            }
        }
        return working;
    }

    private void warmUp(Arm arm) throws InterruptedException, Experiment.CannotRun {
        long begin = System.nanoTime();
        do {
            once(arm);
        } while (System.nanoTime() - begin < warmup.toNanos());
    }

    private double loop(Arm arm) throws InterruptedException, Experiment.CannotRun {
        long nanos = 0;
        for (int i = 0; i < times; i++) {
            nanos += once(arm).totalNanos();
        }
        return nanos / 1e9;
    }

    private Measurement once(Arm arm) throws InterruptedException, Experiment.CannotRun {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Measurement measurement = arm.prepared().run(trial, ORIGIN);
        if (measurement.outcome() instanceof Outcome.Failure failure) {
            throw new Experiment.CannotRun(
                    "%s%s failed (%s): %s"
                            .formatted(
                                    arm.name(),
                                    arm.query() ? " with the query" : "",
                                    failure.kind().label(),
                                    failure.detail()));
        }
        return measurement;
    }

    private Report.Table loops(Map<Arm, List<Double>> found) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        found.forEach(
                (arm, seconds) -> {
                    Interval loop = Interval.of(seconds);
                    rows.add(
                            List.of(
                                    arm.name(),
                                    arm.lane().id().backend(),
                                    arm.query(),
                                    loop.mean(),
                                    loop.low(),
                                    loop.high(),
                                    loop.mean() / times * 1e6));
                });
        return new Report.Table(
                "loop",
                List.of(
                        "lane",
                        "backend",
                        "query",
                        "seconds",
                        "lowSeconds",
                        "highSeconds",
                        "perConnectMicros"),
                rows,
                null);
    }

    /** Two arms that do the same work. */
    private record Pair(Arm first, Arm second, Ratio ratio) {
        List<@Nullable Object> row() {
            return List.of(
                    first.name(),
                    second.name(),
                    first.query(),
                    ratio.ratio(),
                    ratio.low(),
                    ratio.high(),
                    ratio.finding().label());
        }
    }

    /** Every PostgreSQL lane against every MySQL lane that does the same work. */
    private static List<Pair> pairs(Map<Arm, List<Double>> found) {
        List<Pair> pairs = new ArrayList<>();
        found.forEach(
                (first, ours) ->
                        found.forEach(
                                (second, theirs) -> {
                                    if (first.isOf("postgres")
                                            && second.isOf("mysql")
                                            && first.query() == second.query()) {
                                        pairs.add(
                                                new Pair(
                                                        first,
                                                        second,
                                                        Ratio.of(
                                                                "seconds",
                                                                Rounds.ratios(
                                                                        ours, theirs, s -> s))));
                                    }
                                }));
        return pairs;
    }

    private static Report.Table ratios(List<Pair> pairs) {
        return new Report.Table(
                "ratio",
                List.of("first", "second", "query", "ratio", "low", "high", "finding"),
                pairs.stream().map(Pair::row).toList(),
                null);
    }

    private static void notePooler(Arm arm, List<String> notes) {
        if (arm.lane().id().route().equals("pgbouncer")) {
            notes.add(
                    "%s without the query: PgBouncer answers the login itself. In transaction mode PostgreSQL is not touched at all."
                            .formatted(arm.name()));
        }
    }

    private String verdict(List<Pair> pairs) {
        if (pairs.isEmpty()) {
            return "No ratio: it takes a PostgreSQL lane and a MySQL lane.";
        }
        Pair pair = pairs.getFirst();
        Ratio ratio = pair.ratio();
        return String.format(
                Locale.ROOT,
                "%d connections on %s take %.2f (%.2f to %.2f) times as long as on %s.",
                times,
                pair.first().name(),
                ratio.ratio(),
                ratio.low(),
                ratio.high(),
                pair.second().name());
    }
}
