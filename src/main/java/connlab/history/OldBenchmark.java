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
        List<Row> rows) {

    /**
     * One published figure.
     *
     * @param now what it is called in today's results
     * @param first null where it is lost
     * @param ratio second over first, where the source or its figures tell it
     */
    record Row(
            String figure,
            String now,
            @Nullable Double first,
            @Nullable Double second,
            @Nullable Double ratio) {}
}
