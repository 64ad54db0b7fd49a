package connlab.web;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/** A number that shows as many digits as a reader can use: four, or all before the point. */
final class Rounded extends Number {
    private static final long serialVersionUID = 1;

    private final double value;

    private Rounded(double value) {
        this.value = value;
    }

    /** The value as a table shows it. */
    static @Nullable Object shown(@Nullable Object value) {
        return value instanceof Double number ? new Rounded(number) : value;
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
            return String.format(Locale.ROOT, "%.0f", value);
        }
        int decimals = size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
