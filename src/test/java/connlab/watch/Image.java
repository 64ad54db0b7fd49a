package connlab.watch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the {@code Dockerfile} makes, in a folder and with this machine's Java. */
final class Image {
    private static final Path DOCKERFILE = Path.of("Dockerfile");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin/java").toString();

    private final Path app;

    /** Carries the file's own steps out: extracts the packaged jar, and copies layer by layer. */
    Image(Path folder) throws IOException, InterruptedException {
        Files.copy(jar(), folder.resolve("app.jar"));
        String extract = after("RUN java ").getFirst();
        Program.Result result = Program.run(folder, java(List.of(extract.split(" "))));
        if (result.status() != 0) {
            throw new IOException(extract + ":\n" + result.output());
        }
        app = Files.createDirectory(folder.resolve("app"));
        for (String copy : after("COPY --from=build /build/")) {
            merge(folder.resolve(copy.split(" ")[0]), app);
        }
    }

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            List<Path> jars =
                    files.filter(file -> file.getFileName().toString().matches("connlab-.*\\.jar"))
                            .toList();
            assumeTrue(!jars.isEmpty(), "there is no packaged jar in target: run mvn verify");
            return jars.getFirst();
        }
    }

    /** Starts the entry point with the image's environment, this one winning. */
    Program start(Map<String, String> environment) throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        for (String assignment : after("ENV ").getFirst().split(" ")) {
            all.put(assignment.split("=")[0], assignment.split("=")[1]);
        }
        all.putAll(environment);
        return Program.start(app, all, entryPoint());
    }

    List<String> entryPoint() throws IOException {
        List<String> command = new ArrayList<>();
        JsonMapper.shared()
                .readTree(after("ENTRYPOINT ").getFirst())
                .forEach(word -> command.add(word.asString()));
        return java(command.subList(1, command.size()));
    }

    private static List<String> java(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(arguments);
        return command;
    }

    private static List<String> after(String instruction) throws IOException {
        return Files.readAllLines(DOCKERFILE).stream()
                .filter(line -> line.startsWith(instruction))
                .map(line -> line.substring(instruction.length()))
                .toList();
    }

    private static void merge(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.move(file, target);
            }
        }
    }
}
