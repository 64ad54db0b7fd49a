package connlab.run;

import org.springframework.stereotype.Component;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The finished runs. The newest are held in memory. */
@Component
public final class RunStore {
    /** Runs held in memory, some ten kilobytes each. */
    static final int KEPT = 2000;

    private final Deque<Run> newestFirst = new ArrayDeque<>();

    synchronized void add(Run run) {
        remember(run);
    }

    private void remember(Run run) {
        newestFirst.addFirst(run);
        if (newestFirst.size() > KEPT) {
            newestFirst.removeLast();
        }
    }

    /** All runs held, newest first. */
    public synchronized List<Run> all() {
        return List.copyOf(newestFirst);
    }

    public Optional<Run> find(String id) {
        return all().stream().filter(run -> run.id().equals(id)).findFirst();
    }
}
