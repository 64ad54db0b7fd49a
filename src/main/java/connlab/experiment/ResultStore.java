package connlab.experiment;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The last finished result of each experiment, one file each; without a folder, in memory only. */
final class ResultStore {
    private static final Logger LOG = LoggerFactory.getLogger(ResultStore.class);

    private final Path folder;
    private final boolean kept;
    private final JsonMapper json;
    private final Map<String, Result> last = new ConcurrentHashMap<>();

    ResultStore(Path directory, JsonMapper json) {
        this.folder = directory.resolve("experiments");
        this.kept = !directory.toString().isEmpty();
        this.json = json;
    }

    void add(Result result) {
        if (result.state() != Result.State.FINISHED) {
            return;
        }
        last.put(result.experiment(), result);
        if (!kept) {
            return;
        }
        Path file = file(result.experiment());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.createDirectories(folder);
            Files.write(fresh, json.writeValueAsBytes(result));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn("The result of {} is in memory only: {}", result.experiment(), e.toString());
        }
    }

    Optional<Result> last(String experiment) {
        Result known = last.get(experiment);
        return known != null || !kept ? Optional.ofNullable(known) : read(experiment);
    }

    private Optional<Result> read(String experiment) {
        Path file = file(experiment);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            Result result = json.readValue(file.toFile(), Result.class);
            last.putIfAbsent(experiment, result);
            return Optional.of(result);
        } catch (JacksonException e) {
            LOG.warn("{} can't be read: {}", file, e.getOriginalMessage());
            return Optional.empty();
        }
    }

    private Path file(String experiment) {
        return folder.resolve(experiment + ".json");
    }
}
