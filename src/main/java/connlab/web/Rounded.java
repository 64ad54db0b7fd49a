package connlab.web;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/** A number that shows as many digits as a reader can use: four, or all before the point. */
final class Rounded extends Number {
    private static final long serialVersionUID = 1;

    private final double value;
    private final String mark;

    private Rounded(double value, String mark) {
        this.value = value;
        this.mark = mark;
    }

    /** The value as a table shows it. */
    static @Nullable Object shown(@Nullable Object value) {
        return shown(value, "");
    }

    /** The same, with a mark behind it if it is a number. */
    static @Nullable Object shown(@Nullable Object value, String mark) {
        boolean plain = mark.isEmpty() && !(value instanceof Double);
        return value instanceof Number number && !plain
                ? new Rounded(number.doubleValue(), mark)
                : value;
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return (long) value;
    }

    @Override
    public float floatValue() {
        return (float) value;
    }

    @Override
    public double doubleValue() {
        return value;
    }

    @Override
    public String toString() {
        double size = Math.abs(value);
        if (value == Math.rint(value) || size >= 1000) {
            return String.format(Locale.ROOT, "%.0f", value) + mark;
        }
        int decimals = size >= 100 ? 1 : size >= 10 ? 2 : size >= 0.1 ? 3 : small(size);
        return String.format(Locale.ROOT, "%." + decimals + "f", value) + mark;
    }

    /** Three digits that are not leading zeros. */
    private static int small(double size) {
        return Math.min(9, 2 - (int) Math.floor(Math.log10(size)));
    }
}
