package connlab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class InstanceFolderTest {
    /** Above the largest number that Linux gives to a process. */
    private static final long DEAD = 99_999_999;

    @TempDir private Path elsewhere;
    private final List<Process> processes = new ArrayList<>();
    private final List<Path> folders = new ArrayList<>();
    private InstanceFolder folder;

    @BeforeEach
    void create() throws IOException {
        folder = InstanceFolder.create();
    }

    @AfterEach
    void remove() {
        folder.close();
        processes.forEach(Process::destroyForcibly);
        folders.forEach(Folders::remove);
    }

    @Test
    void onlyItsUserCanLookIntoItAndItNamesItsOwner() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                .isEqualTo("rwx------");
        assertThat(folder.path().resolve("owner"))
                .content()
                .startsWith(ProcessHandle.current().pid() + " ");
    }

    @Test
    void theFolderOfADeadProcessIsRemovedEvenIfItHasNotNamedItsOwner() throws IOException {
        Path left = left(DEAD);
        Files.createDirectories(left.resolve("mysql-1").resolve("data"));
        folder.reapAbandoned();
        assertThat(left).doesNotExist();
    }

    @Test
    void aFolderIsLeftAloneAsLongAsItsProcessLives() throws IOException {
        Path unnamed = left(start("sleep", "600").pid());
        InstanceFolder other = InstanceFolder.create();
        folder.reapAbandoned();
        assertThat(unnamed).exists();
        assertThat(other.path()).exists();
        other.close();
        assertThat(other.path()).doesNotExist();
    }

    @Test
    void aProcessNumberInUseAgainDoesNotKeepAFolder() throws IOException {
        Process sleeping = start("sleep", "600");
        Path left = left(sleeping.pid());
        Files.writeString(
                left.resolve("owner"), sleeping.pid() + " " + Instant.EPOCH.plusSeconds(9) + "\n");
        folder.reapAbandoned();
        assertThat(left).doesNotExist();
        assertThat(sleeping.isAlive()).isTrue();
    }

    @Test
    void aRecordedChildIsEndedAndAnotherProcessOfThatNumberIsNot() throws IOException {
        Process child = start("sleep", "600");
        Process stranger = start("sleep", "600");
        Path server = Files.createDirectory(left(DEAD).resolve("mysql-1"));
        Children.record(server, child.toHandle());
        Files.writeString(
                server.resolve("pids"),
                Files.readString(server.resolve("pids"))
                        + stranger.pid()
                        + " "
                        + Instant.EPOCH.plusSeconds(9)
                        + "\n12");
        folder.reapAbandoned();
        await().until(() -> !child.isAlive());
        assertThat(stranger.isAlive()).isTrue();
    }

    @Test
    void aProgramOfTheFolderIsEndedThoughNobodyRecordedItAndAReaderIsNot() throws IOException {
        Path left = left(DEAD);
        Path program = left.resolve("program");
        Files.copy(Path.of("/bin/sleep"), program);
        program.toFile().setExecutable(true);
        Process child = start(program.toString(), "600");
        Path log = Files.writeString(left.resolve("log"), "ready");
        Process reader = start("tail", "-f", log.toString());
        folder.reapAbandoned();
        assertThat(left).doesNotExist();
        await().until(() -> !child.isAlive());
        assertThat(reader.isAlive()).isTrue();
    }

    @Test
    void whatOnlyLooksLikeAnInstanceIsLeftAlone() throws IOException {
        Path temporary = folder.path().getParent();
        Path named = temporary.resolve(prefix() + "notes");
        folders.add(Files.createDirectories(named));
        Path link = temporary.resolve(prefix() + DEAD + "-77");
        folders.add(link);
        Files.createSymbolicLink(link, Files.createDirectory(elsewhere.resolve("data")));
        folder.reapAbandoned();
        assertThat(named).exists();
        assertThat(elsewhere.resolve("data")).exists();
    }

    @Test
    void linksAreRemovedAndNotFollowed() throws IOException {
        Path kept = Files.writeString(elsewhere.resolve("kept"), "x");
        Files.createSymbolicLink(folder.path().resolve("link"), elsewhere);
        folder.close();
        assertThat(folder.path()).doesNotExist();
        assertThat(kept).exists();
    }

    private Path left(long pid) throws IOException {
        Path path = folder.path().resolveSibling(prefix() + pid + "-" + System.nanoTime());
        folders.add(path);
        return Files.createDirectory(path);
    }

    private String prefix() {
        String name = folder.path().getFileName().toString();
        return name.substring(0, name.indexOf(ProcessHandle.current().pid() + "-"));
    }

    private Process start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        processes.add(process);
        return process;
    }
}
