package connlab.backend;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A request's parameters, read with bounds. What is out of bounds is a {@link BadParameter}. */
public final class Parameters {
    private final Map<String, String> values;
    private final Set<String> others;

    public Parameters(Map<String, String> values) {
        this(values, Set.of());
    }

    /**
     * @param others what the request might have said too and is read elsewhere
     */
    public Parameters(Map<String, String> values, Set<String> others) {
        this.values = Map.copyOf(values);
        this.others = others;
    }

    /** Refuses any parameter that is not one of these: a misspelt one would silently do nothing. */
    public void allowOnly(Set<String> known) {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                Set<String> all = new TreeSet<>(known);
                all.addAll(others);
                throw new BadParameter(
                        name,
                        "Unknown parameter '%s'. Known here: %s."
                                .formatted(name, String.join(", ", all)));
            }
        }
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** {@code true} or {@code false}; absent is false, and the bare name is true. */
    public boolean flag(String name) {
        @Nullable String value = values.get(name);
        if (value == null) {
            return false;
        }
        return switch (value) {
            case "", "1", "true" -> true;
            case "0", "false" -> false;
            default -> throw new BadParameter(name, name + " is true or false.");
        };
    }

    /** A whole number within bounds, both included. */
    public int number(String name, int fallback, int least, int most) {
        @Nullable String value = values.get(name);
        if (value == null) {
            return fallback;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new BadParameter(
                name, "%s is a whole number from %d to %d.".formatted(name, least, most));
    }

    /** One word out of a list. */
    public String oneOf(String name, String fallback, List<String> allowed) {
        String value = values.getOrDefault(name, fallback);
        if (!allowed.contains(value)) {
            throw new BadParameter(name, name + " is one of: " + String.join(", ", allowed) + ".");
        }
        return value;
    }

    /** A number from 0 to 1. */
    public double share(String name, double fallback) {
        @Nullable String value = values.get(name);
        if (value == null) {
            return fallback;
        }
        try {
            double share = Double.parseDouble(value);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new BadParameter(name, name + " is a number from 0 to 1.");
    }

    /** A time such as {@code 250us}, {@code 5ms} or {@code 1s}, from 0 to the given most. */
    public Duration duration(String name, Duration fallback, Duration most) {
        @Nullable String value = values.get(name);
        if (value == null) {
            return fallback;
        }
        Duration duration = parse(value);
        if (duration == null || duration.isNegative() || duration.compareTo(most) > 0) {
            throw new BadParameter(
                    name,
                    "%s is a time from 0 to %d ms, such as 250us, 5ms or 1s."
                            .formatted(name, most.toMillis()));
        }
        return duration;
    }

    private static @Nullable Duration parse(String value) {
        try {
            if (value.endsWith("us")) {
                return Duration.ofNanos(
                        Math.multiplyExact(
                                1000L, Long.parseLong(value.substring(0, value.length() - 2))));
            }
            if (value.endsWith("ms")) {
                return Duration.ofMillis(Long.parseLong(value.substring(0, value.length() - 2)));
            }
            return Duration.parse("PT" + value);
        } catch (NumberFormatException | ArithmeticException | DateTimeParseException _) {
            return null;
        }
    }
}
