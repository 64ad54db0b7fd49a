package connlab.history;

import connlab.experiment.Experiments;
import connlab.history.OldBenchmark.Row;
import connlab.run.Run;
import connlab.run.RunStore;

import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The old benchmarks beside this installation's latest. */
@Component
public final class History {
    private final List<OldBenchmark> old;
    private final RunStore runs;
    private final Experiments experiments;

    History(RunStore runs, Experiments experiments, JsonMapper json) throws IOException {
        this.runs = runs;
        this.experiments = experiments;
        try (InputStream file = new ClassPathResource("old-benchmarks.json").getInputStream()) {
            this.old = json.readValue(file, new TypeReference<List<OldBenchmark>>() {});
        }
    }

    /**
     * All four.
     *
     * @param base where the caller finds this service, for the commands
     */
    public List<ThenAndNow> all(String base) {
        List<Run> newestFirst = runs.all();
        return old.stream().map(one -> beside(one, today(one, newestFirst), base)).toList();
    }

    private Today today(OldBenchmark one, List<Run> newestFirst) {
        return switch (one.id()) {
            case "connect-pconnect" ->
                    new TodaysRuns(
                            newestFirst,
                            "mysql-per-request",
                            "/connect",
                            "mysql-pooled",
                            "/pconnect");
            case "direct-nginx" ->
                    new TodaysRuns(
                            newestFirst,
                            "memcached-pooled",
                            "/memcached",
                            "memcached-nginx",
                            "/memcached?route=nginx");
            case "mysql-postgres" ->
                    new TodaysLoop(experiments.last(TodaysLoop.EXPERIMENT).orElse(null));
            case "memcached-clients" ->
                    new TodaysClients(experiments.last(TodaysClients.EXPERIMENT).orElse(null));
            default -> throw new IllegalStateException("unknown benchmark " + one.id());
        };
    }

    static ThenAndNow beside(OldBenchmark old, Today today, String base) {
        return new ThenAndNow(
                old.id(),
                old.title(),
                old.date(),
                old.source(),
                old.how(),
                old.misread(),
                old.unlike(),
                today.first(old.thenFirst(), base),
                today.second(old.thenSecond(), base),
                old.rows().stream().map(row -> row(row, today)).toList());
    }

    private static ThenAndNow.Row row(Row old, Today today) {
        return new ThenAndNow.Row(
                old.figure(),
                old.first(),
                old.second(),
                old.ratio(),
                today.first(old.now()),
                today.second(old.now()),
                old.ratio() == null ? null : today.ratio(old.now()));
    }
}
