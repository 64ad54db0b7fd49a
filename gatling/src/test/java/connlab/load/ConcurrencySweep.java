package connlab.load;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import com.fasterxml.jackson.databind.JsonNode;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * memcached direct and through nginx under more and more users: each step has its rounds, in each
 * of which both routes have their turn in shuffled order. Each request stores a random value of 400
 * bytes under a random key of 96 characters, reads it and compares.
 *
 * <p>{@code mvn -f gatling gatling:test -Dgatling.simulationClass=connlab.load.ConcurrencySweep};
 * {@code -Dfull=true} for all steps.
 */
public final class ConcurrencySweep extends Simulation {
    private final SweepSettings settings;
    private final Service service;
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> earlier = new HashSet<>();

    /** Asks the service, plans the steps, and hands them to Gatling. */
    public ConcurrencySweep() {
        try {
            settings = SweepSettings.fromSystemProperties();
            service = new Service(settings.baseUrl());
            service.awaitReady();
            settings.users().forEach(this::noteEarlier);
            plan();
        } catch (Refusal e) {
            System.err.println("\n" + e.getMessage() + "\n");
            System.exit(1);
            throw e;
        }
        System.out.printf(
                "%s: users %s, %d rounds of %d s on each route; order by -Dseed=%d%n",
                settings.name(),
                settings.users(),
                settings.rounds(),
                settings.round().toSeconds(),
                settings.seed());
        PopulationBuilder chain = population(steps.getLast());
        for (Step before : steps.reversed().subList(1, steps.size())) {
            chain = population(before).andThen(chain);
        }
        setUp(chain)
                .protocols(http.baseUrl(settings.baseUrl()).shareConnections().disableCaching());
    }

    private void noteEarlier(int users) {
        service.runs(settings.name() + "-" + users)
                .forEach(run -> earlier.add(run.path("id").asText()));
    }

    private void plan() {
        for (String route : SweepSettings.ROUTES) {
            String path = "/memcached?route=" + route;
            String lane = service.laneOf(path);
            steps.add(
                    new Step(
                            route,
                            settings.users().getFirst(),
                            new Turn(
                                    new Way(route, lane, path, settings.name()), Settings.WARMUP)));
        }
        List<Step> warmup = List.copyOf(steps);
        Random random = new Random(settings.seed());
        for (int users : settings.users()) {
            for (int round = 1; round <= settings.rounds(); round++) {
                List<Step> order = new ArrayList<>(warmup);
                Collections.shuffle(order, random);
                for (Step step : order) {
                    steps.add(
                            step.with(users, "%s-%d/%d".formatted(settings.name(), users, round)));
                }
            }
        }
    }

    private PopulationBuilder population(Step step) {
        Turn turn = step.turn();
        Duration time = step.warmup() ? settings.warmup() : settings.round();
        return scenario(step.route() + " " + turn.label())
                .exec(Timed.during(time, turn, http(step.route()).get(turn.way().path())))
                .injectOpen(nothingFor(settings.gap()), atOnceUsers(step.users()));
    }

    @Override
    public void after() {
        List<Step> measured = steps.stream().filter(step -> !step.warmup()).toList();
        SweepReport report = new SweepReport(settings, measured, limit());
        String text = report + report.curves().write();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(text)));
    }

    /** memcached's own limit and count of refusals, as the service's runs know them. */
    private CacheLimit limit() {
        List<JsonNode> runs =
                settings.users().stream()
                        .flatMap(users -> service.runs(settings.name() + "-" + users).stream())
                        .filter(run -> !earlier.contains(run.path("id").asText()))
                        .toList();
        return CacheLimit.of(runs);
    }
}
