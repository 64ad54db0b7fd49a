package connlab.history;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * An old benchmark beside this installation's latest figures, in the same units.
 *
 * @param misread what was wrongly read off the old one
 * @param unlike in what the figures are not the same ones
 * @param first what stands in the first columns
 * @param second what stands in the second ones
 * @param ratioPath where today's ratios with an interval are from; absent while there are none
 * @param ratioCommand what gets them, where {@code first} and {@code second} have no command for it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ThenAndNow(
        String id,
        String title,
        String date,
        String source,
        String how,
        String misread,
        String unlike,
        Side first,
        Side second,
        @Nullable String ratioPath,
        @Nullable String ratioCommand,
        List<Row> rows) {

    /**
     * One of the two that are compared.
     *
     * @param then its name in the old benchmark
     * @param now its name today: a lane or a client
     * @param path where today's figures are from; absent while there are none
     * @param from the same in words
     * @param command what gets them, while there are none
     * @param notes what is not as it was then, which figures deserve doubt, or why there are none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Side(
            String then,
            String now,
            @Nullable String path,
            @Nullable String from,
            @Nullable String command,
            List<String> notes) {
        /** The same with one more note. */
        Side noting(String note) {
            List<String> all = new ArrayList<>(notes);
            all.add(note);
            return new Side(then, now, path, from, command, List.copyOf(all));
        }
    }

    /**
     * One figure, then and now; absent is lost, or not measured yet.
     *
     * @param elsewhere who tells today's figure, where connlab does not know it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Row(
            String figure,
            @Nullable Double thenFirst,
            @Nullable Double thenSecond,
            @Nullable Double thenRatio,
            @Nullable Double nowFirst,
            @Nullable Double nowSecond,
            @Nullable Share nowRatio,
            @Nullable String elsewhere) {}

    /**
     * Second over first.
     *
     * @param low lower end of the 95 % interval; absent for a single pair, which has none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Share(double ratio, @Nullable Double low, @Nullable Double high) {
        static @Nullable Share of(@Nullable Double first, @Nullable Double second) {
            return first == null || second == null || first == 0
                    ? null
                    : new Share(second / first, null, null);
        }
    }
}
