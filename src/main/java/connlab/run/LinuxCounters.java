package connlab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The Linux kernel's own totals, from {@code /proc}; empty on other systems. See proc(5) of the
 * Linux manual pages.
 */
final class LinuxCounters {
    /** A tick of {@code USER_HZ}, which is 100 a second on every architecture that Java runs on. */
    static final long NANOS_PER_TICK = 10_000_000;

    private static final Path SOCKSTAT = Path.of("/proc/net/sockstat");
    private static final Path NETSTAT = Path.of("/proc/net/netstat");
    private static final Path STAT = Path.of("/proc/stat");

    private LinuxCounters() {}

    /** Sockets in TIME_WAIT now. */
    static OptionalLong timeWait() {
        return timeWait(lines(SOCKSTAT));
    }

    static OptionalLong timeWait(List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ");
            for (int i = 1; words[0].equals("TCP:") && i + 1 < words.length; i += 2) {
                if (words[i].equals("tw")) {
                    return OptionalLong.of(Long.parseLong(words[i + 1]));
                }
            }
        }
        return OptionalLong.empty();
    }

    /** Times that a connection was dropped because a listen queue was full, since boot. */
    static OptionalLong listenOverflows() {
        return listenOverflows(lines(NETSTAT));
    }

    static OptionalLong listenOverflows(List<String> lines) {
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            String[] names = lines.get(i).split(" ");
            String[] values = lines.get(i + 1).split(" ");
            for (int column = 0; column < names.length; column++) {
                if (names[0].equals("TcpExt:") && names[column].equals("ListenOverflows")) {
                    return OptionalLong.of(Long.parseLong(values[column]));
                }
            }
        }
        return OptionalLong.empty();
    }

    /** Processor time that was spent on anything, in nanoseconds since boot, all cores together. */
    static OptionalLong busyNanos() {
        return busyNanos(lines(STAT));
    }

    static OptionalLong busyNanos(List<String> lines) {
        if (lines.isEmpty()) {
            return OptionalLong.empty();
        }
        // cpu  user nice system idle iowait irq softirq steal
        String[] words = lines.getFirst().split(" +");
        long ticks = 0;
        for (int i : new int[] {1, 2, 3, 6, 7}) {
            ticks += Long.parseLong(words[i]);
        }
        return OptionalLong.of(ticks * NANOS_PER_TICK);
    }

    /** A file's lines; none where it can't be read. */
    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException _) {
            return List.of();
        }
    }
}
