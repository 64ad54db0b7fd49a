package connlab.run;

import com.fasterxml.jackson.annotation.JsonInclude;

import connlab.run.Pairs.Pair;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Two lanes, compared over paired rounds.
 *
 * @param first the lane that answers more requests, or was named first
 * @param name the name under which the rounds ran
 * @param rounds how many pairs
 * @param notices what differs between the two besides the lane, or spoils figures; to be read
 *     before the verdict
 * @param ratios of {@code perSecond}, {@code p50Micros} and {@code p99Micros}, first over second
 * @param open connections held, the mean of the rounds' peaks
 * @param openedPerTrial connections opened for each trial, the mean of the rounds
 * @param runs the ids of the paired runs, first and second
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Comparison(
        String first,
        String second,
        String name,
        int rounds,
        List<String> notices,
        List<Ratio> ratios,
        Both open,
        Both openedPerTrial,
        String verdict,
        List<List<String>> runs) {

    /** A t-interval over fewer says next to nothing. */
    public static final int FEWEST_ROUNDS = 5;

    /** A figure of both lanes; absent where it is unknown or shared in any round. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Both(
            @Nullable Double first, @Nullable Double second, @Nullable Double difference) {
        private static Both of(List<Pair> pairs, Function<Run, @Nullable Double> figure) {
            Double one = mean(pairs.stream().map(Pair::first).toList(), figure);
            Double other = mean(pairs.stream().map(Pair::second).toList(), figure);
            return new Both(one, other, one == null || other == null ? null : one - other);
        }

        private static @Nullable Double mean(
                List<Run> runs, Function<Run, @Nullable Double> figure) {
            double sum = 0;
            for (Run run : runs) {
                Double value = figure.apply(run);
                if (value == null) {
                    return null;
                }
                sum += value;
            }
            return sum / runs.size();
        }
    }

    /**
     * Compares two lanes.
     *
     * @param newestFirst all runs
     * @param name a label's name, or null for the newest that both lanes have
     * @throws TooFewRounds if there are less than {@link #FEWEST_ROUNDS} pairs
     */
    public static Comparison of(
            List<Run> newestFirst, String one, String other, @Nullable String name) {
        List<Pair> pairs = Pairs.of(newestFirst, one, other, name);
        if (pairs.size() < FEWEST_ROUNDS) {
            throw new TooFewRounds(one, other, pairs.size());
        }
        Ratio rate = ratio(pairs, "perSecond", Run::perSecond);
        return rate.ratio() < 1 && rate.differs()
                ? compare(pairs.stream().map(Pair::swapped).toList())
                : compare(pairs);
    }

    private static Comparison compare(List<Pair> pairs) {
        Ratio rate = ratio(pairs, "perSecond", Run::perSecond);
        Ratio median = ratio(pairs, "p50Micros", run -> times(run).p50Micros());
        Ratio tail = ratio(pairs, "p99Micros", run -> times(run).p99Micros());
        Both open = Both.of(pairs, run -> exclusive(run, ServerFigures::peakOpen));
        Run first = pairs.getFirst().first();
        Run second = pairs.getFirst().second();
        return new Comparison(
                first.lane(),
                second.lane(),
                first.name(),
                pairs.size(),
                Notices.of(pairs),
                List.of(rate, median, tail),
                open,
                Both.of(pairs, run -> exclusive(run, ServerFigures::openedPerTrial)),
                new Verdict(first.lane(), second.lane(), rate, median, open).sentence(),
                pairs.stream().map(p -> List.of(p.first().id(), p.second().id())).toList());
    }

    private static Run.Times times(Run run) {
        return Objects.requireNonNull(run.trial(), "paired runs have times");
    }

    private static @Nullable Double exclusive(
            Run run, Function<ServerFigures, @Nullable Double> figure) {
        ServerFigures window = run.window();
        return window == null || window.shared() ? null : figure.apply(window);
    }

    private static Ratio ratio(List<Pair> pairs, String name, ToDoubleFunction<Run> figure) {
        List<Double> ratios = new ArrayList<>();
        for (Pair pair : pairs) {
            ratios.add(figure.applyAsDouble(pair.first()) / figure.applyAsDouble(pair.second()));
        }
        return Ratio.of(name, ratios);
    }

    /** Not enough pairs of rounds; the message says how to get them. */
    public static final class TooFewRounds extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooFewRounds(String one, String other, int found) {
            super(
                    ("%s and %s have %d rounds in common, and a comparison takes at least %d,"
                         + " better 10. Load one lane, then the other, for at least 3 s each and"
                         + " with 2 s of quiet between them, with the header X-Connlab-Run: NAME/1"
                         + " on both; then again with NAME/2, and so on. Labels 'warmup' and"
                         + " 'experiment' do not count, and neither do runs of less than 20"
                         + " trials.")
                            .formatted(one, other, found, FEWEST_ROUNDS));
        }
    }
}
