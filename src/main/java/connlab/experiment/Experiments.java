package connlab.experiment;

import connlab.ConnlabProperties;
import connlab.backend.Parameters;

import jakarta.annotation.PreDestroy;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All experiments by name; one runs at a time. */
@Component
public final class Experiments {
    private final Map<String, Experiment> byName = new TreeMap<>();
    private final ResultStore results;
    private @Nullable Running running;

    Experiments(List<Experiment> all, ConnlabProperties properties, JsonMapper json) {
        all.forEach(experiment -> byName.put(experiment.name(), experiment));
        results = new ResultStore(Path.of(properties.runs().directory()), json);
    }

    /** In the order of their names. */
    public Collection<Experiment> all() {
        return byName.values();
    }

    public Optional<Experiment> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** How an experiment ended the last time that it finished; kept over a restart. */
    public Optional<Result> last(String name) {
        return results.last(name);
    }

    /** What is under way. */
    public synchronized Optional<Running> running() {
        return Optional.ofNullable(running).filter(Running::alive);
    }

    /**
     * Starts one.
     *
     * @throws connlab.backend.BadParameter if what is asked can't be met
     * @throws Busy if another one is under way
     */
    public synchronized Running start(Experiment experiment, Map<String, String> asked) {
        Parameters parameters = new Parameters(asked);
        parameters.allowOnly(experiment.parameters().keySet());
        Experiment.Plan plan = experiment.plan(parameters);
        running()
                .ifPresent(
                        busy -> {
                            throw new Busy(busy);
                        });
        Running started = new Running(experiment.name(), asked, plan, results::add);
        running = started;
        started.start();
        return started;
    }

    @PreDestroy
    void stop() throws InterruptedException {
        Optional<Running> last = running();
        if (last.isPresent()) {
            last.get().cancel();
            last.get().await(Running.PATIENCE);
        }
    }

    /** Another experiment is under way; an HTTP 409. */
    public static final class Busy extends RuntimeException {
        private static final long serialVersionUID = 1;

        Busy(Running busy) {
            super(
                    "%s is under way (%s); one experiment runs at a time. DELETE /experiments/%s stops it."
                            .formatted(
                                    busy.experiment(), busy.progress().text(), busy.experiment()));
        }
    }
}
