package connlab.run;

import org.jspecify.annotations.Nullable;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run's label, taken apart.
 *
 * @param name the part before the round, empty for a run without a label
 * @param round the number after the last slash; null where there is none
 */
record RunLabel(String name, @Nullable Integer round) {
    /** What the labels of experiments begin with. */
    static final String EXPERIMENT = "experiment/";

    private static final Pattern WITH_ROUND = Pattern.compile("(.*)/([0-9]{1,6})");

    static RunLabel of(String text) {
        Matcher matcher = WITH_ROUND.matcher(text);
        return matcher.matches()
                ? new RunLabel(matcher.group(1), Integer.valueOf(matcher.group(2)))
                : new RunLabel(text, null);
    }

    /** Warm-ups and experiments never enter a comparison. */
    boolean comparable() {
        return !name.equals("warmup") && !name.equals("experiment") && !name.startsWith(EXPERIMENT);
    }
}
