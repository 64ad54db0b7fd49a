package connlab.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the programs of one embedded server.
 *
 * <p>Each program writes to a log file rather than to a pipe: it needs no thread here, and it
 * neither blocks nor breaks when this process ends first. On Linux it gets a session of its own, so
 * that Ctrl-C in a terminal reaches connlab alone, which then ends the server in order.
 *
 * @param server what it is called in messages: {@code MariaDB}
 * @param folder the server's folder
 * @param prefix a program that runs the others, such as {@code unshare -U}; may be empty
 * @param environment added to the inherited one
 */
record Launcher(String server, Path folder, List<String> prefix, Map<String, String> environment) {
    private static final List<String> NEW_SESSION =
            SearchPath.find("setsid").map(Path::toString).map(List::of).orElse(List.of());

    /** Starts a program that keeps running. */
    ServerProcess start(String log, List<String> command) throws IOException {
        return launch(log, command, ProcessBuilder.Redirect.from(new File(nullDevice())));
    }

    /**
     * Runs a program to its end, with this on its standard input.
     *
     * @throws IOException with the program's last words, if it failed
     */
    void run(String log, List<String> command, String input) throws IOException {
        ServerProcess process = launch(log, command, ProcessBuilder.Redirect.PIPE);
        process.feed(input);
        process.awaitEnd();
    }

    private ServerProcess launch(String log, List<String> command, ProcessBuilder.Redirect input)
            throws IOException {
        List<String> all = new ArrayList<>(NEW_SESSION);
        all.addAll(prefix);
        all.addAll(command);
        Path logFile = folder.resolve(log + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(all)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(input)
                        .redirectOutput(logFile.toFile());
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(environment);
        Process process = spawn(builder, command);
        try {
            Children.record(folder, process.toHandle());
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
        return new ServerProcess(server, process, logFile);
    }

    private Process spawn(ProcessBuilder builder, List<String> command) throws IOException {
        Path program = Path.of(command.getFirst());
        if (!Files.isExecutable(program)) {
            throw new IOException(
                    server
                            + " can't run: "
                            + program
                            + " is not executable; if its folder is mounted noexec, set"
                            + " -Djava.io.tmpdir to one that is not");
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw new IOException(server + " can't run here: " + e.getMessage(), e);
        }
    }

    private static String nullDevice() {
        return File.separatorChar == '\\' ? "NUL" : "/dev/null";
    }
}
