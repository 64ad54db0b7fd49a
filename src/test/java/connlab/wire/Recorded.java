package connlab.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A connect with a query and a close as it crossed the socket of a real driver to a real server
 * (MariaDB 11.4.5, PostgreSQL 18.4), with instants in microseconds.
 *
 * @param usableNanos when the driver handed the connection out
 */
public record Recorded(Recording recording, long usableNanos) {
    /** From {@code src/test/resources/connlab/wire}. */
    public static Recorded of(String name) {
        return read(lines(name));
    }

    /** The same behind an exchange that came before it. */
    public static Recorded of(String name, String sentBefore, String answeredBefore) {
        List<String> lines = new ArrayList<>(lines(name));
        lines.addAll(1, List.of("> 0 " + sentBefore, "< 0 " + answeredBefore));
        return read(lines);
    }

    private static List<String> lines(String name) {
        try {
            return Files.readAllLines(Path.of("src/test/resources/connlab/wire", name + ".txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Recorded read(List<String> lines) {
        Recording recording = new Recording();
        long usableNanos = 0;
        for (String line : lines) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "tcp" -> recording.connected(micros(words[1]), micros(words[2]));
                case "usable" -> usableNanos = micros(words[1]);
                default -> add(recording, micros(words[1]), words[0].equals(">"), words[2]);
            }
        }
        return new Recorded(recording, usableNanos);
    }

    private static void add(Recording recording, long nanos, boolean sent, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        recording.crossed(nanos, sent, bytes, 0, bytes.length);
    }

    private static long micros(String text) {
        return Long.parseLong(text) * 1000;
    }
}
