package connlab.history;

import connlab.history.ThenAndNow.Share;

import org.jspecify.annotations.Nullable;

/** Where one old benchmark's figures are found today. */
interface Today {
    /** One of the two that are compared; its command tells how it is measured, here. */
    ThenAndNow.Side first(String then, String base);

    ThenAndNow.Side second(String then, String base);

    /** A figure by its name in {@code old-benchmarks.json}; null while it was not measured. */
    @Nullable Double first(String figure);

    @Nullable Double second(String figure);

    /** Second over first, from pairs of rounds where there are any. */
    default @Nullable Share ratio(String figure) {
        return Share.of(first(figure), second(figure));
    }
}
