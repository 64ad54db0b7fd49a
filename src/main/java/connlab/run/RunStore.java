package connlab.run;

import connlab.ConnlabProperties;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The finished runs. All are kept in the configured directory, the newest in memory too; without a
 * directory, in memory only.
 */
@Component
public final class RunStore {
    private static final Logger LOG = LoggerFactory.getLogger(RunStore.class);

    /** Runs held in memory, some ten kilobytes each. */
    static final int KEPT = 2000;

    private final Deque<Run> newestFirst = new ArrayDeque<>();
    private final @Nullable RunFile file;

    @Autowired
    RunStore(ConnlabProperties properties, JsonMapper json) {
        this(Path.of(properties.runs().directory()), json);
    }

    RunStore(Path directory, JsonMapper json) {
        this.file = directory.toString().isEmpty() ? null : new RunFile(directory, json);
        if (file != null) {
            load(file);
        }
    }

    private void load(RunFile kept) {
        try {
            kept.read(this::remember);
        } catch (IOException e) {
            LOG.warn("Earlier runs can't be read: {}", e.toString());
        }
    }

    synchronized void add(Run run) {
        remember(run);
        if (file == null) {
            return;
        }
        try {
            file.append(run);
        } catch (IOException e) {
            LOG.warn("Run {} is in memory only, it can't be written: {}", run.id(), e.toString());
        }
    }

    private void remember(Run run) {
        newestFirst.addFirst(run);
        if (newestFirst.size() > KEPT) {
            newestFirst.removeLast();
        }
    }

    /** All runs held, the one that ended last first. */
    public synchronized List<Run> all() {
        return List.copyOf(newestFirst);
    }

    public Optional<Run> find(String id) {
        return all().stream().filter(run -> run.id().equals(id)).findFirst();
    }
}
