package connlab.experiment;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What an experiment found: tables of figures, what to know before believing them, and what they
 * come to. All figures are computed here; whoever shows a report only sets it out.
 *
 * @param tables the figures, the ones that answer the question at the head
 * @param notes what touches the figures: settings, doubts, rows that could not be measured and why
 * @param verdict what it comes to, a sentence
 */
public record Report(List<Table> tables, List<String> notes, String verdict) {
    /**
     * Figures in rows.
     *
     * @param name {@code markers}
     * @param columns names with their unit at the end: {@code totalSeconds}, {@code connectMicros}
     * @param rows one cell for each column: text, a number, or null for unknown
     * @param curve how it is drawn; null if it is not
     */
    public record Table(
            String name,
            List<String> columns,
            List<List<@Nullable Object>> rows,
            @Nullable Curve curve) {}

    /**
     * How a table is drawn: lines over one of its columns.
     *
     * @param x the column along the bottom, of numbers
     * @param ys the columns that are lines, each with a scale of its own
     * @param marks values of x to mark
     */
    public record Curve(String x, List<String> ys, List<Mark> marks) {}

    /** A value of x with what it means: {@code recommended}. */
    public record Mark(double x, String meaning) {}
}
