package connlab.experiment;

import connlab.backend.Server;
import connlab.backend.memcached.CacheLibrary;
import connlab.experiment.ClientRound.Markers;
import connlab.run.Ratio;
import connlab.trial.TrialFailure;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One run of {@link MemcachedClients}. */
record MemcachedClientsPlan(
        Server server,
        List<Arm> arms,
        Rounds rounds,
        int sets,
        int gets,
        int warmup,
        Placement.Kind placement)
        implements Experiment.Plan {

    /** A round trip of a slow client on a slow machine, with room. */
    private static final Duration PER_OPERATION = Duration.ofMillis(1);

    private static final Duration PER_TURN = Duration.ofSeconds(5);

    /** In wire order. */
    private static final Map<String, Function<Markers, Double>> MARKERS = markers();

    /** A client, and how it is used. */
    record Arm(CacheLibrary library, boolean pipelined) {
        String name() {
            return library.name() + (pipelined ? " pipelined" : "");
        }
    }

    private static Map<String, Function<Markers, Double>> markers() {
        Map<String, Function<Markers, Double>> markers = new LinkedHashMap<>();
        markers.put("init", Markers::init);
        markers.put("connect", Markers::connect);
        markers.put("dataset", Markers::dataset);
        markers.put("dataget", Markers::dataget);
        return markers;
    }

    @Override
    public Duration limit() {
        long turns = (long) arms.size() * (rounds.count() + warmup);
        return PER_OPERATION.multipliedBy(sets + (long) gets).plus(PER_TURN).multipliedBy(turns);
    }

    @Override
    public Report run(Progress progress) throws InterruptedException, Experiment.CannotRun {
        List<String> notes = new ArrayList<>();
        Map<Arm, List<Markers>> found;
        try (Placement placed = Placement.of(placement, server)) {
            notes.addAll(placed.notes());
            found = measure(progress);
        }
        List<Pair> pairs = pairs(found);
        notes.addAll(notes());
        return new Report(
                List.of(asTheOldTimer(found), checked(found), ratios(pairs)),
                notes,
                verdict(pairs));
    }

    private Map<Arm, List<Markers>> measure(Progress progress)
            throws InterruptedException, Experiment.CannotRun {
        AtomicInteger turn = new AtomicInteger();
        for (int i = 1; i <= warmup; i++) {
            for (Arm arm : arms) {
                progress.say("warming up " + arm.name());
                once(arm, -i, turn.getAndIncrement());
            }
        }
        return rounds.of(arms, progress, (arm, round) -> once(arm, round, turn.getAndIncrement()));
    }

    /** In one round all clients use the same keys in the same order. */
    private Markers once(Arm arm, int round, int turn)
            throws InterruptedException, Experiment.CannotRun {
        try {
            return ClientRound.of(sets, gets, rounds.seed() + round, turn)
                    .run(arm.library(), arm.pipelined(), server);
        } catch (TrialFailure e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new Experiment.CannotRun(
                    "%s failed as %s: %s".formatted(arm.name(), e.kind().label(), e.detail()));
        }
    }

    /** The round with the median total of each client, whose markers truly belong together. */
    private static Report.Table asTheOldTimer(Map<Arm, List<Markers>> found) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        found.forEach(
                (arm, turns) -> {
                    Markers median = median(turns);
                    double index = 0;
                    for (Map.Entry<String, Function<Markers, Double>> marker : MARKERS.entrySet()) {
                        double seconds = marker.getValue().apply(median);
                        index += seconds;
                        rows.add(row(arm, marker.getKey(), index, seconds, median));
                    }
                    rows.add(row(arm, "total", index, median.total(), median));
                });
        return new Report.Table(
                "markers",
                List.of("client", "marker", "timeIndexSeconds", "exTimeSeconds", "percent"),
                rows,
                null);
    }

    private static List<@Nullable Object> row(
            Arm arm, String marker, double index, double seconds, Markers of) {
        return List.of(arm.name(), marker, index, seconds, 100 * seconds / of.total());
    }

    private static Markers median(List<Markers> turns) {
        List<Markers> sorted =
                turns.stream().sorted(Comparator.comparingDouble(Markers::total)).toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    private Report.Table checked(Map<Arm, List<Markers>> found) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        found.forEach(
                (arm, turns) ->
                        rows.add(
                                List.of(
                                        arm.name(),
                                        arm.library().version(),
                                        turns.size(),
                                        (long) gets * turns.size(),
                                        turns.stream().mapToInt(Markers::misses).sum(),
                                        turns.stream().mapToInt(Markers::wrong).sum())));
        return new Report.Table(
                "gets checked, all rounds",
                List.of("client", "version", "rounds", "gets", "misses", "wrongValues"),
                rows,
                null);
    }

    private record Pair(Arm arm, Arm against, Ratio ratio) {}

    /**
     * Each client against the first that is used in the same way, and against itself one by one.
     */
    private static List<Pair> pairs(Map<Arm, List<Markers>> found) {
        List<Arm> arms = List.copyOf(found.keySet());
        List<Pair> pairs = new ArrayList<>();
        for (Arm arm : arms) {
            for (Arm other : arms) {
                boolean first =
                        arms.stream()
                                .filter(one -> one.pipelined() == arm.pipelined())
                                .findFirst()
                                .orElseThrow()
                                .equals(other);
                boolean itself =
                        arm.pipelined()
                                && !other.pipelined()
                                && arm.library().equals(other.library());
                if (!arm.equals(other) && (first || itself)) {
                    pairs.addAll(pairs(found, arm, other));
                }
            }
        }
        return pairs;
    }

    private static List<Pair> pairs(Map<Arm, List<Markers>> found, Arm arm, Arm against) {
        Map<String, Function<Markers, Double>> figures = new LinkedHashMap<>();
        figures.put("dataset", Markers::dataset);
        figures.put("dataget", Markers::dataget);
        figures.put("total", Markers::total);
        return figures.entrySet().stream()
                .map(
                        figure ->
                                new Pair(
                                        arm,
                                        against,
                                        Ratio.of(
                                                figure.getKey(),
                                                Rounds.ratios(
                                                        found.getOrDefault(arm, List.of()),
                                                        found.getOrDefault(against, List.of()),
                                                        figure.getValue()))))
                .toList();
    }

    private static Report.Table ratios(List<Pair> pairs) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        pairs.forEach(
                pair ->
                        rows.add(
                                List.of(
                                        pair.arm().name(),
                                        pair.against().name(),
                                        pair.ratio().figure(),
                                        pair.ratio().ratio(),
                                        pair.ratio().low(),
                                        pair.ratio().high(),
                                        pair.ratio().finding().label())));
        return new Report.Table(
                "ratio",
                List.of("client", "against", "marker", "ratio", "low", "high", "finding"),
                rows,
                null);
    }

    private List<String> notes() {
        return List.of(
                "server: " + server,
                "markers are of each client's median round; a ratio is of all rounds, in pairs",
                "%d rounds in an order shuffled by seed=%d, after %d warm-up turns of each client"
                        .formatted(rounds.count(), rounds.seed(), warmup),
                "a turn is %d sets of key0 to key1000 at random and %d gets of keys that were set"
                        .formatted(sets, gets),
                "pipelined: %d at once; a client may ask once for a key that is twice among them"
                        .formatted(ClientRound.BATCH),
                "xmemcached pipelines only sets without an answer; a get after each batch waits for"
                        + " them",
                "init of the very first folsom client starts threads that all later ones share");
    }

    private static String verdict(List<Pair> pairs) {
        return pairs.stream()
                .filter(pair -> pair.ratio().figure().equals("total"))
                .filter(pair -> pair.arm().pipelined() == pair.against().pipelined())
                .collect(
                        Collectors.groupingBy(
                                pair -> pair.against().name(),
                                LinkedHashMap::new,
                                Collectors.mapping(
                                        MemcachedClientsPlan::sentence, Collectors.joining("; "))))
                .entrySet()
                .stream()
                .map(against -> "Against " + against.getKey() + ": " + against.getValue() + ".")
                .collect(Collectors.joining(" "));
    }

    private static String sentence(Pair pair) {
        Ratio ratio = pair.ratio();
        return pair.arm().name()
                + switch (ratio.finding()) {
                    case HIGHER, LOWER ->
                            String.format(
                                    Locale.ROOT,
                                    " takes %.2f to %.2f times as long",
                                    ratio.low(),
                                    ratio.high());
                    case TIE -> " takes equally long, within 3 %";
                    case CANNOT_TELL ->
                            String.format(
                                    Locale.ROOT,
                                    " can't be told apart (less than %.0f %%)",
                                    Math.ceil(ratio.percentAtMost()));
                };
    }
}
