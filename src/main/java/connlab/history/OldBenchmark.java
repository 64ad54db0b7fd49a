package connlab.history;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A benchmark that was published long ago, as it is told in {@code old-benchmarks.json}.
 *
 * @param date when it was published
 * @param source where
 * @param how what was done
 * @param misread what was wrongly read off it
 * @param unlike in what connlab's figures are not the same ones
 * @param load how it was loaded; null where nobody loaded it from outside
 * @param thenFirst what was compared: the head of the first column
 */
record OldBenchmark(
        String id,
        String title,
        String date,
        String source,
        String how,
        String misread,
        String unlike,
        String thenFirst,
        String thenSecond,
        @Nullable Load load,
        List<Row> rows) {

    /**
     * What the load tool was told.
     *
     * @param seconds how long; null where that is not known
     */
    record Load(int leastAtOnce, int mostAtOnce, @Nullable Double seconds) {}

    /**
     * One published figure.
     *
     * @param now what it is called in today's results; null where connlab does not know it
     * @param elsewhere who tells it instead
     * @param first null where it is lost
     * @param ratio second over first, where the source tells it or only it is left
     */
    record Row(
            String figure,
            @Nullable String now,
            @Nullable String elsewhere,
            @Nullable Double first,
            @Nullable Double second,
            @Nullable Double ratio) {}
}
