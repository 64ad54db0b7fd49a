package connlab;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every source file is formatted by google-java-format (AOSP style). To format them: {@code mvn -q
 * test -Dtest=FormattingTest -Dconnlab.format=write}.
 */
class FormattingTest {
    private static final Formatter FORMATTER =
            new Formatter(JavaFormatterOptions.builder().style(Style.AOSP).build());

    @Test
    void everySourceFileIsFormatted() throws IOException {
        boolean write = "write".equals(System.getProperty("connlab.format"));
        List<Path> unformatted;
        try (Stream<Path> files = sources()) {
            unformatted = files.filter(file -> isUnformatted(file, write)).toList();
        }
        assertThat(write ? List.<Path>of() : unformatted)
                .as("format with: mvn -q test -Dtest=FormattingTest -Dconnlab.format=write")
                .isEmpty();
    }

    private static Stream<Path> sources() {
        return Stream.of("src", "gatling/src")
                .map(Path::of)
                .filter(Files::isDirectory)
                .flatMap(FormattingTest::walk)
                .filter(file -> file.toString().endsWith(".java"));
    }

    private static Stream<Path> walk(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isUnformatted(Path file, boolean write) {
        try {
            String source = Files.readString(file);
            String formatted = FORMATTER.formatSourceAndFixImports(source);
            if (formatted.equals(source)) {
                return false;
            }
            if (write) {
                Files.writeString(file, settled(formatted));
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (FormatterException e) {
            throw new IllegalStateException(file + " can't be parsed", e);
        }
    }

    /** The formatter breaks a long string first and indents its parts when it sees them again. */
    private static String settled(String formatted) throws FormatterException {
        String again = FORMATTER.formatSourceAndFixImports(formatted);
        return again.equals(formatted) ? formatted : settled(again);
    }
}
