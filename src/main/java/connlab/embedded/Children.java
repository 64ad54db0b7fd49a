package connlab.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The processes of an instance's folder, found again by a later instance.
 *
 * <p>There are two traces of a child: the line that {@link #record} writes as soon as its number is
 * known, which counts only if the start instant fits too, since numbers are used again; and the
 * child itself, which is a program inside the folder or was given a pid file there. The second
 * finds what was started in the instant before connlab was killed.
 */
final class Children {
    private static final String PIDS = "pids";
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private Children() {}

    /** Notes a child that was just started. */
    static void record(Path serverFolder, ProcessHandle child) throws IOException {
        Files.writeString(
                serverFolder.resolve(PIDS),
                ProcessIdentity.of(child) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /**
     * Ends the children of a folder and of the folders right below it: politely, and by force after
     * two seconds, for no data of theirs is worth waiting for.
     *
     * @return whether there were any
     */
    static boolean end(Path folder) {
        Map<Long, ProcessHandle> children = find(folder);
        if (children.isEmpty()) {
            return false;
        }
        // A server ends its own workers: they get no signal of their own at first.
        children.values().stream()
                .filter(child -> !children.containsKey(parentOf(child)))
                .forEach(ProcessHandle::destroy);
        if (!await(children)) {
            children.putAll(find(folder));
            children.values().forEach(ProcessHandle::destroyForcibly);
            await(children);
        }
        return true;
    }

    private static Map<Long, ProcessHandle> find(Path folder) {
        Map<Long, ProcessHandle> children = new HashMap<>();
        long self = ProcessHandle.current().pid();
        Stream.concat(recorded(folder), ProcessHandle.allProcesses().filter(p -> runsIn(folder, p)))
                .filter(child -> child.pid() != self && child.isAlive())
                .forEach(child -> children.put(child.pid(), child));
        return children;
    }

    /** Those that were recorded and still run. */
    static Stream<ProcessHandle> recorded(Path folder) {
        try (Stream<Path> below = Files.walk(folder, 2)) {
            List<Path> files =
                    below.filter(file -> String.valueOf(file.getFileName()).equals(PIDS)).toList();
            return files.stream()
                    .flatMap(Children::lines)
                    .flatMap(line -> ProcessIdentity.parse(line).stream())
                    .flatMap(identity -> identity.running().stream());
        } catch (IOException | UncheckedIOException _) {
            return Stream.empty();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException _) {
            return Stream.empty();
        }
    }

    /** Whether a process is a server of this folder; merely naming a file in it is not enough. */
    private static boolean runsIn(Path folder, ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        String inside = folder + folder.getFileSystem().getSeparator();
        if (info.command().orElse("").startsWith(inside)) {
            return true;
        }
        List<String> arguments = info.arguments().map(List::of).orElse(List.of());
        int pidFile = arguments.indexOf(MemcachedServer.PID_FILE_OPTION) + 1;
        return pidFile > 0
                && pidFile < arguments.size()
                && arguments.get(pidFile).startsWith(inside);
    }

    private static long parentOf(ProcessHandle child) {
        return child.parent().map(ProcessHandle::pid).orElse(0L);
    }

    private static boolean await(Map<Long, ProcessHandle> children) {
        CompletableFuture<?>[] exits =
                children.values().stream()
                        .map(ProcessHandle::onExit)
                        .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(exits).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A process number and the instant at which that process started. */
    record ProcessIdentity(long pid, Optional<Instant> start) {
        /** The kernel counts from boot, and two readings of the boot time may differ a little. */
        private static final Duration TOLERANCE = Duration.ofSeconds(2);

        static ProcessIdentity of(ProcessHandle process) {
            return new ProcessIdentity(process.pid(), process.info().startInstant());
        }

        static Optional<ProcessIdentity> parse(String line) {
            String[] words = line.strip().split(" ", -1);
            try {
                return words.length == 2
                        ? Optional.of(
                                new ProcessIdentity(
                                        Long.parseLong(words[0]),
                                        Optional.of(Instant.parse(words[1]))))
                        : Optional.empty();
            } catch (RuntimeException _) {
                // Killed while writing: the line is cut off.
                return Optional.empty();
            }
        }

        /** The process, if it still runs and is the same one. */
        Optional<ProcessHandle> running() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> same(process.info().startInstant()));
        }

        private boolean same(Optional<Instant> other) {
            return start.isPresent()
                    && other.isPresent()
                    && Duration.between(start.get(), other.get()).abs().compareTo(TOLERANCE) < 0;
        }

        /** {@code 4711 2026-01-31T12:00:00.120Z}. */
        @Override
        public String toString() {
            return pid + " " + start.map(Instant::toString).orElse("-");
        }
    }
}
