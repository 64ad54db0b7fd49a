package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class LauncherTest {
    @TempDir private Path folder;

    @Test
    void aProgramThatFailsHasItsLastWordsInTheMessage() {
        assertThatThrownBy(() -> run("echo; echo '[Note] chatter'; echo no space left; exit 3"))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(Ports.Taken.class)
                .hasMessage("Thing failed with exit code 3; it said: no space left");
    }

    @Test
    void aServerThatEndsInsteadOfAnsweringHasItsLastWordsInTheMessage() throws IOException {
        ServerProcess process =
                launcher().start("log", List.of("/bin/sh", "-c", "echo 'libx.so: not found' >&2"));
        assertThatThrownBy(() -> process.awaitReady(LauncherTest::never))
                .hasMessage("Thing ended with exit code 0; it said: libx.so: not found");
    }

    @Test
    void aPortInUseIsToldApart() {
        assertThatThrownBy(() -> run("echo bind: Address already in use; exit 1"))
                .isInstanceOf(Ports.Taken.class);
    }

    @Test
    void aProgramThatCannotRunHereIsAnIoException() throws IOException {
        Path program = Files.writeString(folder.resolve("program"), "not for this system");
        assertThatThrownBy(() -> launcher().run("log", List.of(program.toString()), ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not executable");
    }

    @Test
    void whatIsFedReachesTheProgram() throws IOException {
        launcher().run("log", List.of("/bin/cat"), "CREATE TABLE\n");
        assertThat(folder.resolve("log.log")).hasContent("CREATE TABLE");
    }

    @Test
    void anInterruptedStartEndsTheProgram() throws Exception {
        ServerProcess process = launcher().start("log", List.of("/bin/sleep", "600"));
        Thread starter =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        process.awaitReady(LauncherTest::never);
                                    } catch (IOException _) {
                                        // What the test is about is the program.
                                    }
                                });
        starter.interrupt();
        starter.join();
        assertThat(process.handle().isAlive()).isFalse();
    }

    private void run(String script) throws IOException {
        launcher().run("log", List.of("/bin/sh", "-c", script), "");
    }

    private Launcher launcher() {
        return new Launcher("Thing", folder, List.of(), Map.of());
    }

    private static boolean never() throws IOException {
        throw new IOException("not yet");
    }
}
