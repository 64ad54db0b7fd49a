package connlab.preflight;

import org.springframework.stereotype.Component;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Those of this host, from {@code /proc}. */
@Component
final class ProcFiles implements HostFiles {
    /** Line by line: a setting ends after its first read, however little that asked for. */
    @Override
    public String read(String path) throws IOException {
        return String.join("\n", Files.readAllLines(Path.of(path)));
    }
}
