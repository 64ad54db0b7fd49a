package connlab.experiment;

import connlab.backend.Server;
import connlab.run.LocalServer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * On which processors connlab and an embedded server run, for the time of one experiment, set with
 * util-linux's {@code taskset} (Linux). Where the scheduler decides, the same client can be three
 * times as fast in one run as in the next. All of a process's threads move; those that it starts
 * later inherit it. A server that connlab did not start is left as it is.
 */
final class Placement implements AutoCloseable {
    /** How client and server share the processors. */
    enum Kind {
        /** The server has the last one, connlab the others. */
        APART,
        /** Both have the last one. */
        TOGETHER,
        /** Where the scheduler puts them. */
        FREE;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Path PROC = Path.of("/proc");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final List<Moved> moved = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private Placement() {}

    private record Moved(long pid, String before) {}

    static Placement of(Kind kind, Server server) throws InterruptedException {
        Placement placement = new Placement();
        if (kind == Kind.FREE) {
            placement.notes.add("placement: free; connlab and the server run where they are put");
            return placement;
        }
        try {
            placement.place(kind, server);
        } catch (IOException e) {
            placement.notes.add("placement: not fixed: " + e.getMessage());
        }
        return placement;
    }

    private void place(Kind kind, Server server) throws IOException, InterruptedException {
        long self = ProcessHandle.current().pid();
        List<Integer> processors = processors(allowed(self));
        if (processors.size() < 2) {
            notes.add("placement: connlab may use one processor only, so there is nothing to fix");
            return;
        }
        int last = processors.getLast();
        List<Integer> others = processors.subList(0, processors.size() - 1);
        OptionalLong pid = LocalServer.pid(server);
        if (pid.isPresent() && pid.getAsLong() == self) {
            notes.add("placement: not fixed: the server is a part of connlab's own process");
            return;
        }
        move(self, kind == Kind.APART ? others : List.of(last), "connlab");
        if (!server.embedded()) {
            notes.add("placement: the server is not connlab's and stays where it is");
        } else if (pid.isEmpty()) {
            notes.add("placement: the server's process was not found and stays where it is");
        } else {
            move(pid.getAsLong(), List.of(last), "the server");
        }
    }

    private void move(long pid, List<Integer> to, String who)
            throws IOException, InterruptedException {
        String before = allowed(pid);
        String processors = String.join(",", to.stream().map(String::valueOf).toList());
        taskset(processors, pid);
        moved.add(new Moved(pid, before));
        notes.add("placement: %s on processor %s".formatted(who, processors));
    }

    /** What was done, for the report. */
    List<String> notes() {
        return notes;
    }

    private static void taskset(String processors, long pid)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("taskset", "-acp", processors, Long.toString(pid))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException("taskset failed with status " + status);
        }
    }

    /** {@code 0-1,4}, as the kernel writes it. */
    private static String allowed(long pid) throws IOException {
        Path status = PROC.resolve(pid + "/status");
        if (!Files.exists(status)) {
            throw new IOException("this system has no " + status);
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst()
                .orElseThrow(() -> new IOException(status + " does not tell the processors"));
    }

    static List<Integer> processors(String list) {
        List<Integer> processors = new ArrayList<>();
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", 2);
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int i = first; i <= last; i++) {
                processors.add(i);
            }
        }
        return processors;
    }

    /** Lets all that were moved run where they could before. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        for (Moved one : moved) {
            try {
                taskset(one.before(), one.pid());
            } catch (IOException _) {
                // It ended meanwhile.
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
