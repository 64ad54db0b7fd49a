package connlab.experiment;

import connlab.experiment.PoolSizePlan.Turn;
import connlab.run.Interval;
import connlab.run.Latencies;
import connlab.run.Ratio;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a sweep over pool sizes comes to. */
final class PoolSizeReport {
    /** The smallest size that comes so near to the best rate is enough. */
    static final double ENOUGH = 0.95;

    private static final List<String> COLUMNS =
            List.of(
                    "size",
                    "perSecond",
                    "lowPerSecond",
                    "highPerSecond",
                    "p50Micros",
                    "p99Micros",
                    "ofBest",
                    "lowOfBest",
                    "highOfBest",
                    "openOnServer",
                    "fleet");

    private final PoolSizePlan plan;
    private final Map<Integer, Size> sizes = new LinkedHashMap<>();
    private final Size best;

    /**
     * All turns of one size.
     *
     * @param rate per second, over the rounds
     * @param ofBest its rate over that of the best size; null of the best itself
     */
    record Size(int size, Interval rate, Latencies times, double open, @Nullable Ratio ofBest) {
        static Size of(int size, List<Turn> turns, @Nullable List<Turn> best) {
            Latencies times = new Latencies();
            turns.forEach(turn -> times.add(turn.times()));
            return new Size(
                    size,
                    Interval.of(turns.stream().map(Turn::perSecond).toList()),
                    times,
                    turns.stream()
                            .mapToDouble(Turn::open)
                            .filter(open -> !Double.isNaN(open))
                            .max()
                            .orElse(Double.NaN),
                    best == null
                            ? null
                            : Ratio.of("perSecond", Rounds.ratios(turns, best, Turn::perSecond)));
        }

        boolean enough() {
            Ratio ratio = ofBest;
            return ratio == null || ratio.ratio() >= ENOUGH;
        }
    }

    private PoolSizeReport(PoolSizePlan plan, Map<Integer, List<Turn>> found) {
        this.plan = plan;
        int largest =
                found.entrySet().stream()
                        .max(
                                Comparator.comparingDouble(
                                        e -> Size.of(0, e.getValue(), null).rate().mean()))
                        .orElseThrow()
                        .getKey();
        List<Turn> ofBest = found.getOrDefault(largest, List.of());
        found.forEach(
                (size, turns) ->
                        sizes.put(size, Size.of(size, turns, size == largest ? null : ofBest)));
        this.best =
                sizes.values().stream().filter(s -> s.ofBest() == null).findFirst().orElseThrow();
    }

    static Report of(PoolSizePlan plan, Map<Integer, List<Turn>> found) {
        return new PoolSizeReport(plan, found).report();
    }

    private Report report() {
        Size recommended = recommended(sizes.values().stream().toList());
        Report.Curve curve =
                new Report.Curve(
                        "size",
                        List.of("perSecond", "p99Micros"),
                        List.of(
                                new Report.Mark(recommended.size(), "recommended"),
                                new Report.Mark(plan.formula().size(), "cores × 2 + disks")));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        sizes.values().forEach(size -> rows.add(row(size)));
        return new Report(
                List.of(new Report.Table("size", COLUMNS, rows, curve)),
                notes(),
                verdict(recommended));
    }

    /** The smallest that is enough. */
    static Size recommended(List<Size> smallestFirst) {
        return smallestFirst.stream().filter(Size::enough).findFirst().orElseThrow();
    }

    private List<@Nullable Object> row(Size size) {
        Ratio ratio = size.ofBest();
        List<@Nullable Object> row = new ArrayList<>();
        row.add(size.size());
        row.add(size.rate().mean());
        row.add(size.rate().low());
        row.add(size.rate().high());
        row.add(size.times().percentile(50) / 1e3);
        row.add(size.times().percentile(99) / 1e3);
        row.add(ratio == null ? 1.0 : ratio.ratio());
        row.add(ratio == null ? null : ratio.low());
        row.add(ratio == null ? null : ratio.high());
        row.add(Double.isNaN(size.open()) ? null : Math.round(size.open()));
        row.add((long) size.size() * plan.replicas());
        return row;
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(
                "%d callers, %s, each keeping the connection for %d ms more; %d rounds of %d ms in shuffled order (seed=%d), one fresh pool for each; low and high are 95 %% intervals."
                        .formatted(
                                plan.load().callers(),
                                plan.load().query() ? "with the query" : "without a query",
                                plan.load().hold().toMillis(),
                                plan.rounds().count(),
                                plan.length().toMillis(),
                                plan.rounds().seed()));
        notes.add(
                "Times begin when a caller wants a connection. Who still waits when a turn ends"
                        + " counts with the time it has waited so far.");
        notes.add(
                "openOnServer is the server's own count of all its connections near the end of a"
                        + " turn, the highest of all rounds; fleet is size × replicas.");
        notes.add("Formula: %s is %d.".formatted(plan.formula(), plan.formula().size()));
        if (plan.sizes().getLast() < plan.most()) {
            notes.add(
                    String.format(
                            Locale.ROOT,
                            "There is room for no larger pool than %d: %s takes %,.0f connections,"
                                    + " less those that are open, the probe's and the headroom.",
                            plan.sizes().getLast(),
                            plan.room().holder(),
                            plan.room().limit()));
        }
        return notes;
    }

    private String verdict(Size recommended) {
        String name = plan.lane().id().name();
        Ratio ratio = recommended.ofBest();
        String choice =
                ratio == null
                        ? String.format(
                                Locale.ROOT,
                                "%s: %d connections answer most, and no smaller pool comes within 5"
                                        + " %% of it.",
                                name,
                                recommended.size())
                        : String.format(
                                Locale.ROOT,
                                "%s: %d connections are enough, with %.2f (%.2f to %.2f) times the"
                                        + " rate of the best size, %d.",
                                name,
                                recommended.size(),
                                ratio.ratio(),
                                ratio.low(),
                                ratio.high(),
                                best.size());
        String rising =
                best.size() == plan.sizes().getLast() && sizes.size() > 1
                        ? " It is the largest that was tried: there may be better ones (max=)."
                        : "";
        return "%s%s Cores × 2 + disks is %d. %s"
                .formatted(choice, rising, plan.formula().size(), fleet(recommended));
    }

    private String fleet(Size recommended) {
        long fleet = (long) recommended.size() * plan.replicas();
        PoolRoom room = plan.room();
        String held =
                String.format(
                        Locale.ROOT,
                        "%,d replica%s with such a pool hold%s %,d",
                        plan.replicas(),
                        plan.replicas() == 1 ? "" : "s",
                        plan.replicas() == 1 ? "s" : "",
                        fleet);
        if (Double.isNaN(room.limit())) {
            return "%s; %s does not tell its limit.".formatted(held, room.holder());
        }
        return String.format(
                Locale.ROOT,
                "%s of the %,.0f connections that %s takes%s.",
                held,
                room.limit(),
                room.holder(),
                fleet > room.limit() ? ": too many" : "");
    }
}
