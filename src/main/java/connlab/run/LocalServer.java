package connlab.run;

import connlab.backend.Server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A server's processor time and memory where the server runs on this host: its process is the one
 * that listens on its port. Empty where that process is elsewhere or another user's.
 */
public final class LocalServer {
    private static final Path PROC = Path.of("/proc");
    private static final String LISTENING = "0A";

    /** Looking through all processes is dear: a server that was not found is sought again later. */
    private static final long SEEK_AGAIN_NANOS = 30_000_000_000L;

    private final Server server;
    private long pid;
    private boolean sought;
    private long soughtNanos;

    public LocalServer(Server server) {
        this.server = server;
    }

    /** The process that listens on the server's port, where it runs on this host. */
    public static OptionalLong pid(Server server) {
        LocalServer local = new LocalServer(server);
        local.seek(System.nanoTime());
        return local.pid == 0 ? OptionalLong.empty() : OptionalLong.of(local.pid);
    }

    /**
     * Nanoseconds since the process started: its own, those of its children, and those of its
     * children that have ended. Without the last a server that forks for each connection would seem
     * to do nothing.
     */
    public OptionalLong cpuNanos(long nowNanos) {
        if (!found(nowNanos)) {
            return OptionalLong.empty();
        }
        // The parent last: a child that ends meanwhile is counted by one of them at least.
        long ticks = 0;
        for (String child : children(pid)) {
            ticks += stat(child).total();
        }
        Stat own = stat(Long.toString(pid));
        return own.total() == 0
                ? OptionalLong.empty()
                : OptionalLong.of((ticks + own.total()) * LinuxCounters.NANOS_PER_TICK);
    }

    /**
     * Memory in bytes, its children's too: the proportional set size, in which a page that several
     * processes share counts for each by its share. Empty where another user's process does not
     * show it.
     */
    public OptionalLong memoryBytes(long nowNanos) {
        if (!found(nowNanos)) {
            return OptionalLong.empty();
        }
        long total = 0;
        for (String child : children(pid)) {
            // A child that ended meanwhile has none.
            total += proportional(child).orElse(0);
        }
        OptionalLong own = proportional(Long.toString(pid));
        return own.isEmpty() ? own : OptionalLong.of(total + own.getAsLong());
    }

    /** How many children it has: a server that forks has one for each connection and some more. */
    public int processes(long nowNanos) {
        return found(nowNanos) ? children(pid).size() : 0;
    }

    private static OptionalLong proportional(String process) {
        for (String line : LinuxCounters.lines(PROC.resolve(process).resolve("smaps_rollup"))) {
            // Pss:                1234 kB
            String[] words = line.split(" +");
            if (words[0].equals("Pss:")) {
                return OptionalLong.of(Long.parseLong(words[1]) * 1024);
            }
        }
        return OptionalLong.empty();
    }

    private boolean found(long nowNanos) {
        if (pid == 0 || !Files.exists(PROC.resolve(pid + "/stat"))) {
            seek(nowNanos);
        }
        return pid != 0;
    }

    private void seek(long nowNanos) {
        if (sought && nowNanos - soughtNanos < SEEK_AGAIN_NANOS) {
            return;
        }
        sought = true;
        soughtNanos = nowNanos;
        pid = server.port() > 0 && local() ? listener() : 0;
    }

    private boolean local() {
        try {
            return server.loopback()
                    || NetworkInterface.getByInetAddress(InetAddress.getByName(server.host()))
                            != null;
        } catch (IOException _) {
            return false;
        }
    }

    /** The process that listens on the port, or 0; of several the one that is nobody's child. */
    private long listener() {
        Set<String> inodes = inodes();
        Map<String, Stat> holders = new HashMap<>();
        for (Path process : list(PROC, "[0-9]*")) {
            if (holds(process, inodes)) {
                String id = process.getFileName().toString();
                holders.put(id, stat(id));
            }
        }
        return holders.entrySet().stream()
                .filter(holder -> !holders.containsKey(holder.getValue().parent()))
                // It forwards connections into a container, where the server itself is.
                .filter(holder -> !holder.getValue().command().equals("docker-proxy"))
                .mapToLong(holder -> Long.parseLong(holder.getKey()))
                .findFirst()
                .orElse(0);
    }

    /** The listening sockets on the port, as the links in {@code /proc/PID/fd} name them. */
    private Set<String> inodes() {
        String port = ":%04X".formatted(server.port());
        Set<String> inodes = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : LinuxCounters.lines(PROC.resolve("net").resolve(table))) {
                // sl local_address rem_address st tx:rx tr:tm->when retrnsmt uid timeout inode
                String[] words = line.strip().split(" +");
                if (words.length > 9 && words[1].endsWith(port) && words[3].equals(LISTENING)) {
                    inodes.add("socket:[" + words[9] + "]");
                }
            }
        }
        return inodes;
    }

    private static boolean holds(Path process, Set<String> inodes) {
        if (inodes.isEmpty()) {
            return false;
        }
        for (Path descriptor : list(process.resolve("fd"), "*")) {
            try {
                if (inodes.contains(Files.readSymbolicLink(descriptor).toString())) {
                    return true;
                }
            } catch (IOException _) {
                // Closed meanwhile.
            }
        }
        return false;
    }

    private static List<Path> list(Path folder, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(found::add);
        } catch (IOException | DirectoryIteratorException _) {
            // Gone, or another user's.
        }
        return found;
    }

    private static List<String> children(long pid) {
        return LinuxCounters.lines(PROC.resolve(pid + "/task/" + pid + "/children")).stream()
                .flatMap(line -> List.of(line.strip().split(" +")).stream())
                .filter(child -> !child.isEmpty())
                .toList();
    }

    /** Ticks of a process: its own, and those of its children that have ended. */
    record Stat(String command, String parent, long total) {
        /** A line of {@code /proc/PID/stat}. */
        static Stat of(String line) {
            // pid (command) state ppid ... The command may hold spaces and brackets.
            int end = line.lastIndexOf(')');
            String[] words = line.substring(end + 2).split(" ");
            long ticks = 0;
            for (int i = 11; i <= 14; i++) {
                ticks += Long.parseLong(words[i]);
            }
            return new Stat(line.substring(line.indexOf('(') + 1, end), words[1], ticks);
        }
    }

    private static Stat stat(String pid) {
        List<String> lines = LinuxCounters.lines(PROC.resolve(pid).resolve("stat"));
        return lines.isEmpty() ? new Stat("", "", 0) : Stat.of(lines.getFirst());
    }
}
