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

    /** Where the ratios with an interval are from; null while there are none. */
    @Nullable String ratioPath();

    /** What gets them, if it is not what gets the figures; null if it is, or they are there. */
    default @Nullable String ratioCommand(String base) {
        return null;
    }

    /** Second over first, from pairs of rounds where there are any. */
    default @Nullable Share ratio(String figure) {
        return Share.of(first(figure), second(figure));
    }
}
