package connlab.web;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Comma-separated values as RFC 4180 has them; what is unknown is empty. */
final class Csv {
    private Csv() {}

    static String line(@Nullable Object... values) {
        return Arrays.stream(values).map(Csv::field).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String field(@Nullable Object value) {
        String text = value == null ? "" : value.toString();
        return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
