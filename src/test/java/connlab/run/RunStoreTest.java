package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class RunStoreTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir Path folder;

    @Test
    void runsSurviveARestartAsTheyWere() {
        Run older = SomeRun.of("a-lane", "x/1", 1000, 10, SomeRun.holding(7));
        Run newer = SomeRun.of("a-lane", "", 1234.5, 11);
        RunStore before = new RunStore(folder, JSON);
        before.add(older);
        before.add(newer);

        assertThat(new RunStore(folder, JSON).all()).containsExactly(newer, older);
    }

    @Test
    void withoutADirectoryRunsAreHeldInMemory() {
        RunStore store = new RunStore(Path.of(""), JSON);
        Run run = SomeRun.of("a-lane", "", 1000, 10);
        store.add(run);

        assertThat(store.find(run.id())).contains(run);
        assertThat(store.find("another")).isEmpty();
    }

    @Test
    void aLineThatWasTornByAKillIsSkippedAndKeptAndTheNextBeginsOnAFreshLine() throws IOException {
        Run whole = SomeRun.of("a-lane", "ü/1", 1000, 10);
        Run after = SomeRun.of("a-lane", "ü/3", 1000, 10);
        new RunStore(folder, JSON).add(whole);
        new RunStore(folder, JSON).add(SomeRun.of("a-lane", "ü/2", 1000, 10));
        byte[] bytes = Files.readAllBytes(file());
        // Wherever the kill struck inside the second line, even inside a character.
        int lineEnd = new String(bytes, ISO_8859_1).indexOf('\n');
        for (int cut = lineEnd + 2; cut < bytes.length - 1; cut += 7) {
            byte[] torn = Arrays.copyOf(bytes, cut);
            Files.write(file(), torn);

            RunStore store = new RunStore(folder, JSON);
            store.add(after);

            assertThat(store.all()).containsExactly(after, whole);
            assertThat(new RunStore(folder, JSON).all()).containsExactly(after, whole);
            assertThat(Files.readAllBytes(file())).startsWith(torn);
        }
    }

    @Test
    void aLineOfAnotherSchemaIsSkippedAndKept() throws IOException {
        Run run = SomeRun.of("a-lane", "", 1000, 10);
        Files.writeString(file(), "{\"schema\":99,\"of\":\"the future\"}\n");
        new RunStore(folder, JSON).add(run);

        assertThat(new RunStore(folder, JSON).all()).containsExactly(run);
        assertThat(Files.readAllLines(file())).hasSize(2);
    }

    @Test
    void eachRunIsOneLineWithItsSchemaVersionAndItsTimesCanBeMerged() throws IOException {
        Run run = SomeRun.of("a-lane", "", 1000, 10);
        new RunStore(folder, JSON).add(run);

        List<String> lines = Files.readAllLines(file());
        assertThat(lines).hasSize(1);
        var line = JSON.readTree(lines.getFirst());
        assertThat(line.path("schema").asInt()).isEqualTo(Run.SCHEMA);
        Latencies.Encoded trial =
                JSON.treeToValue(line.path("histograms").path("trial"), Latencies.Encoded.class);
        assertThat(Latencies.decode(trial).count()).isEqualTo(1);
    }

    @Test
    void aDirectoryThatCannotBeWrittenLosesNoRunFromMemory() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        RunStore store = new RunStore(file.resolve("runs"), JSON);
        Run run = SomeRun.of("a-lane", "", 1000, 10);
        store.add(run);

        assertThat(store.all()).containsExactly(run);
    }

    private Path file() {
        return folder.resolve("runs.jsonl");
    }
}
