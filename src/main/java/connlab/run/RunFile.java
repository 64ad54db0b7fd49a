package connlab.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Runs as JSON Lines: one run for each line, each with its schema version.
 *
 * <p>A line is written whole, its end included, so that a process that is killed leaves at most one
 * torn line. That line is skipped with a warning and stays; the next run begins on a fresh line.
 */
final class RunFile {
    private static final Logger LOG = LoggerFactory.getLogger(RunFile.class);
    private static final String NAME = "runs.jsonl";

    private final Path directory;
    private final Path file;
    private final JsonMapper json;

    RunFile(Path directory, JsonMapper json) {
        this.directory = directory;
        this.file = directory.resolve(NAME);
        this.json = json;
    }

    /** Reads all runs, the oldest first. */
    void read(Consumer<Run> consumer) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        // A reader that replaces what is no UTF-8: a line can be torn inside a character.
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    read(line, number, consumer);
                }
            }
        }
    }

    private void read(String line, int number, Consumer<Run> consumer) {
        try {
            int schema = json.readTree(line).path("schema").asInt(0);
            if (schema == Run.SCHEMA) {
                consumer.accept(json.readValue(line, Run.class));
            } else {
                LOG.warn("{} line {}: schema {} is not known, skipped", file, number, schema);
            }
        } catch (JacksonException _) {
            LOG.warn("{} line {} is torn or not a run, skipped", file, number);
        }
    }

    void append(Run run) throws IOException {
        Files.createDirectories(directory);
        String line = (torn() ? "\n" : "") + json.writeValueAsString(run) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(UTF_8));
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    /** Whether the file ends inside a line. */
    private boolean torn() throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (RandomAccessFile reader = new RandomAccessFile(file.toFile(), "r")) {
            long length = reader.length();
            if (length == 0) {
                return false;
            }
            reader.seek(length - 1);
            return reader.read() != '\n';
        }
    }
}
