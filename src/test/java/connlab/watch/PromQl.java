package connlab.watch;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** As much of a query as the rules of dashboards ask about. */
record PromQl(String text) {
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
    private static final Pattern NOT_A_METRIC =
            Pattern.compile(
                    "\\{[^}]*}|\\[[^]]*]"
                            + "|\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
    private static final Pattern METRIC =
            Pattern.compile("(?<![\\w:.$])[a-zA-Z_:][\\w:]*(?![\\w:]*\\s*\\()");
    private static final Pattern RATED =
            Pattern.compile("\\b(?:rate|irate|increase)\\s*\\(\\s*([a-zA-Z_:][\\w:]*)");
    private static final Pattern BY = Pattern.compile("\\bby\\s*\\(([^)]*)\\)");
    private static final Pattern SUMMED_FACT =
            Pattern.compile(
                    "\\bsum\\s*(?:by\\s*\\([^)]*\\)\\s*)?\\(\\s*(?:\\w+\\s*\\(\\s*)*"
                            + "connlab_(?:server|probe|proxy)_");
    private static final Set<String> WORDS =
            Set.of("and", "or", "unless", "bool", "offset", "by", "without", "on", "ignoring");

    /** The metrics that it reads. */
    Set<String> metrics() {
        // Quoted text goes first, since it may hold braces.
        String unquoted = QUOTED.matcher(text).replaceAll(" ");
        return METRIC.matcher(NOT_A_METRIC.matcher(unquoted).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .filter(word -> !WORDS.contains(word))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those of which it takes a rate, which must be counters. */
    Set<String> rated() {
        return groups(RATED);
    }

    /** The labels that any aggregation keeps; a recorded series has its own before the colon. */
    Set<String> labels() {
        Set<String> labels =
                groups(BY).stream()
                        .flatMap(list -> Stream.of(list.split("\\s*,\\s*")))
                        .collect(Collectors.toCollection(TreeSet::new));
        metrics().stream()
                .filter(metric -> metric.contains(":"))
                .forEach(metric -> labels.add(metric.substring(0, metric.indexOf(':'))));
        return labels;
    }

    /** Whether it adds up what every instance sees alike: a server's or a proxy's own figures. */
    boolean countsOneFactTwice() {
        return SUMMED_FACT.matcher(text).find();
    }

    private Set<String> groups(Pattern pattern) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
