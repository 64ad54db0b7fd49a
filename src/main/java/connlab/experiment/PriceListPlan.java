package connlab.experiment;

import connlab.backend.Server;
import connlab.backend.Way;
import connlab.lane.BackendRuntime;
import connlab.run.BackendUse;
import connlab.trial.TrialFailure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The price list of some backends: first the server's memory, before much was opened there, then
 * interleaved rounds, last the servers' own counts of statements.
 */
record PriceListPlan(
        List<BackendRuntime> backends,
        BackendUse uses,
        Rounds rounds,
        Duration turn,
        Duration warmup,
        boolean memory,
        boolean cold)
        implements Experiment.Plan {

    /** More ways than any configuration is likely to have. */
    private static final int WAYS = 60;

    private static final Duration MEMORY = Duration.ofSeconds(30);

    @Override
    public Duration limit() {
        Duration each = turn.multipliedBy(rounds.count()).plus(warmup).plus(MEMORY);
        return each.multipliedBy(WAYS);
    }

    @Override
    public Report run(Progress progress) throws InterruptedException, Experiment.CannotRun {
        PriceReport report = new PriceReport(rounds);
        List<PricedBackend> priced = new ArrayList<>();
        try {
            for (BackendRuntime backend : backends) {
                progress.say("preparing " + backend.name());
                open(backend, report).ifPresent(priced::add);
            }
            if (priced.isEmpty()) {
                throw new Experiment.CannotRun("No backend can be priced. " + report.said());
            }
            List<PricedWay<?>> ways = ready(priced, progress, report);
            report.found(rounds.of(ways, progress, (way, _) -> turn(way)));
            progress.say("counting statements");
            countStatements(ways, report);
            return report.finished();
        } finally {
            priced.forEach(PricedBackend::close);
        }
    }

    private Optional<PricedBackend> open(BackendRuntime backend, PriceReport report) {
        Server server = backend.server();
        if (server == null || !backend.status().up()) {
            report.note(backend.name() + " is left out: " + backend.status().reason());
            return Optional.empty();
        }
        try {
            return PricedBackend.open(backend, server, uses, cold);
        } catch (TrialFailure e) {
            report.note(backend.name() + " is left out: " + e.detail());
            return Optional.empty();
        }
    }

    /** Every way that works, with its memory measured and its code compiled, and the controls. */
    private List<PricedWay<?>> ready(
            List<PricedBackend> priced, Progress progress, PriceReport report)
            throws InterruptedException {
        List<PricedWay<?>> ready = new ArrayList<>();
        for (PricedBackend backend : priced) {
            List<PricedWay<?>> working = tried(backend, progress, report);
            if (memory) {
                weigh(working, progress, report);
            }
            for (PricedWay<?> way : working) {
                progress.say("warming up " + backend.name() + ": " + way.way().name());
                if (works(way, warmup, report)) {
                    ready.add(way);
                }
            }
            ready.addAll(controls(backend, working));
        }
        return ready;
    }

    private List<PricedWay<?>> tried(PricedBackend backend, Progress progress, PriceReport report)
            throws InterruptedException {
        List<PricedWay<?>> working = new ArrayList<>();
        for (Way way : backend.ways()) {
            progress.say("trying " + backend.name() + ": " + way.name());
            if (!way.whyNot().isEmpty()) {
                report.cannot(backend.name(), way, way.whyNot());
                continue;
            }
            PricedWay<?> opened = backend.open(way);
            if (works(opened, Duration.ZERO, report)) {
                working.add(opened);
            }
        }
        return working;
    }

    private static boolean works(PricedWay<?> way, Duration length, PriceReport report)
            throws InterruptedException {
        try {
            way.turn(length);
            return true;
        } catch (TrialFailure e) {
            report.cannot(way.backend().name(), way.way(), e.kind().label() + ": " + e.detail());
            return false;
        }
    }

    private static void weigh(List<PricedWay<?>> ways, Progress progress, PriceReport report)
            throws InterruptedException {
        try (ServerMemory weighed = new ServerMemory()) {
            for (PricedWay<?> way : ways) {
                progress.say("memory of " + way.backend().name() + ": " + way.way().name());
                if (way.way().cold()) {
                    continue;
                }
                OptionalDouble bytes = weighed.perConnection(way);
                bytes.ifPresent(found -> report.memory(way, found));
            }
        } catch (TrialFailure e) {
            report.note("The server's memory was not measured to the end: " + e.detail());
        }
    }

    /** The cheapest way of each driver, where looking on costs the largest share. */
    private static List<PricedWay<?>> controls(PricedBackend backend, List<PricedWay<?>> working) {
        List<PricedWay<?>> controls = new ArrayList<>();
        Set<String> drivers = new HashSet<>();
        for (PricedWay<?> way : working) {
            Way its = way.way();
            boolean cheapest = !its.tls() && !its.cold();
            if (cheapest && its.tuned() == hasTuned(working, its) && drivers.add(its.driver())) {
                try {
                    controls.add(backend.openControl(its));
                } catch (IOException e) {
                    throw new IllegalStateException("no relay on loopback", e);
                }
            }
        }
        return controls;
    }

    private static boolean hasTuned(List<PricedWay<?>> ways, Way like) {
        return ways.stream()
                .anyMatch(way -> way.way().tuned() && way.way().driver().equals(like.driver()));
    }

    private Bill turn(PricedWay<?> way) throws InterruptedException, Experiment.CannotRun {
        try {
            return way.turn(turn);
        } catch (TrialFailure e) {
            throw new Experiment.CannotRun(
                    "%s, %s: %s (%s)"
                            .formatted(
                                    way.backend().name(),
                                    way.way().name(),
                                    e.detail(),
                                    e.kind().label()));
        }
    }

    private static void countStatements(List<PricedWay<?>> ways, PriceReport report) {
        for (PricedWay<?> way : ways) {
            try {
                OptionalInt counted = way.desk().statements(way.context());
                counted.ifPresent(statements -> report.statements(way, statements));
            } catch (TrialFailure e) {
                report.note("Statements of " + way.way().name() + " not counted: " + e.detail());
            }
        }
    }
}
