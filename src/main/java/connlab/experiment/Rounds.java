package connlab.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * Interleaved rounds: in each, every arm has its turn, in an order shuffled anew, so that what
 * drifts on the machine touches all arms alike. The rounds of two arms are pairs.
 *
 * @param count how many rounds
 * @param seed of the order; the same seed gives the same order
 */
record Rounds(int count, long seed) {
    /** One turn of one arm. */
    @FunctionalInterface
    interface Turn<A, F> {
        F take(A arm, int round) throws InterruptedException, Experiment.CannotRun;
    }

    /** Each arm's findings, in the order of the rounds. */
    <A, F> Map<A, List<F>> of(List<A> arms, Progress progress, Turn<A, F> turn)
            throws InterruptedException, Experiment.CannotRun {
        Map<A, List<F>> found = new LinkedHashMap<>();
        arms.forEach(arm -> found.put(arm, new ArrayList<>()));
        Random random = new Random(seed);
        int done = 0;
        for (int round = 1; round <= count; round++) {
            List<A> order = new ArrayList<>(arms);
            Collections.shuffle(order, random);
            for (A arm : order) {
                progress.step(done++, count * arms.size());
                found.computeIfAbsent(arm, _ -> new ArrayList<>()).add(turn.take(arm, round));
            }
        }
        return found;
    }

    /** The rounds' ratios of one figure of two arms, first over second. */
    static <F> List<Double> ratios(List<F> first, List<F> second, Function<F, Double> figure) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            ratios.add(figure.apply(first.get(i)) / figure.apply(second.get(i)));
        }
        return ratios;
    }
}
