package connlab.history;

import connlab.experiment.Experiments;
import connlab.history.ThenAndNow.Share;
import connlab.history.ThenAndNow.Side;
import connlab.history.TodaysRuns.Way;
import connlab.lane.Lane;
import connlab.lane.Lanes;
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
    private final Lanes lanes;

    History(RunStore runs, Experiments experiments, Lanes lanes, JsonMapper json)
            throws IOException {
        this.runs = runs;
        this.experiments = experiments;
        this.lanes = lanes;
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
                            one.load(),
                            new Way("mysql-per-request", "/connect"),
                            new Way("mysql-pooled", "/pconnect"));
            case "direct-nginx" ->
                    new TodaysRuns(
                            newestFirst,
                            one.load(),
                            new Way("memcached-pooled", "/memcached"),
                            new Way("memcached-nginx", "/memcached?route=nginx"));
            case "mysql-postgres" ->
                    new TodaysLoop(experiments.last(TodaysLoop.EXPERIMENT).orElse(null));
            case "memcached-clients" ->
                    new TodaysClients(experiments.last(TodaysClients.EXPERIMENT).orElse(null));
            default -> throw new IllegalStateException("unknown benchmark " + one.id());
        };
    }

    private ThenAndNow beside(OldBenchmark old, Today today, String base) {
        return new ThenAndNow(
                old.id(),
                old.title(),
                old.date(),
                old.source(),
                old.how(),
                old.misread(),
                old.unlike(),
                orWhyNot(today.first(old.thenFirst(), base)),
                orWhyNot(today.second(old.thenSecond(), base)),
                today.ratioPath(),
                today.ratioCommand(base),
                old.rows().stream().map(row -> row(row, today)).toList());
    }

    /** A command fills nothing while its lane is down. */
    private Side orWhyNot(Side side) {
        String why =
                side.command() == null ? "" : lanes.find(side.now()).map(Lane::whyDown).orElse("");
        return why.isEmpty() ? side : side.noting(side.now() + " is down: " + why);
    }

    /** A ratio is told, or follows from the figures. */
    static ThenAndNow.Row row(OldBenchmark.Row old, Today today) {
        Share then = Share.of(old.first(), old.second());
        String now = old.now();
        return new ThenAndNow.Row(
                old.figure(),
                old.first(),
                old.second(),
                old.ratio() != null || then == null ? old.ratio() : Double.valueOf(then.ratio()),
                now == null ? null : today.first(now),
                now == null ? null : today.second(now),
                now == null ? null : today.ratio(now),
                old.elsewhere());
    }
}
