package connlab.load;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import com.fasterxml.jackson.databind.JsonNode;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Some ways of connecting in turn, in rounds whose order is shuffled, after a warm-up that the
 * service keeps apart. The options are {@link Settings}'.
 */
abstract class InTurn extends Simulation {
    private final Settings settings;
    private final Service service;
    private final List<Way> ways;
    private final List<Turn> warmup = new ArrayList<>();
    private final List<Turn> rounds = new ArrayList<>();
    private final Set<String> earlier = new HashSet<>();

    /** What is compared. */
    @FunctionalInterface
    interface Choice {
        List<Way> of(Settings settings, Service service);
    }

    /**
     * Asks the service, plans the rounds, and hands them to Gatling.
     *
     * @param name the default label of the runs
     */
    InTurn(String name, Choice choice) {
        try {
            settings = Settings.fromSystemProperties(name);
            service = new Service(settings.baseUrl());
            service.awaitReady();
            ways = choice.of(settings, service);
            runs().forEach(run -> earlier.add(id(run)));
            plan();
        } catch (Refusal e) {
            throw endWith(e);
        }
        System.out.printf(
                "%s: %s, %d rounds of %d s on each lane; order by -Dseed=%d%n",
                settings.name(),
                settings.load(),
                settings.rounds(),
                settings.round().toSeconds(),
                settings.seed());
        setUp(oneAfterTheOther())
                .protocols(protocol())
                .assertions(assertions().toArray(Assertion[]::new));
    }

    /** A person who forgot to start the service needs the sentence, not a stack trace. */
    private static Refusal endWith(Refusal refusal) {
        System.err.println("\n" + refusal.getMessage() + "\n");
        System.exit(1);
        return refusal;
    }

    private void plan() {
        ways.forEach(way -> warmup.add(new Turn(way, Settings.WARMUP)));
        Random random = new Random(settings.seed());
        for (int round = 1; round <= settings.rounds(); round++) {
            List<Way> order = new ArrayList<>(ways);
            Collections.shuffle(order, random);
            for (Way way : order) {
                rounds.add(new Turn(way, way.label() + "/" + round));
            }
        }
    }

    /** Each population starts when the last user of the one before it has gone. */
    private PopulationBuilder oneAfterTheOther() {
        List<PopulationBuilder> turns =
                Stream.concat(
                                warmup.stream().map(turn -> population(turn, settings.warmup())),
                                rounds.stream().map(turn -> population(turn, settings.round())))
                        .toList();
        PopulationBuilder chain = turns.getLast();
        for (PopulationBuilder before : turns.reversed().subList(1, turns.size())) {
            chain = before.andThen(chain);
        }
        return chain;
    }

    private PopulationBuilder population(Turn turn, Duration time) {
        String name = turn.way().title() + " " + turn.label();
        if (settings.rate().isPresent()) {
            return scenario(name)
                    .exec(Timed.request(turn, request(turn)))
                    .injectOpen(
                            nothingFor(settings.gap()),
                            constantUsersPerSec(settings.rate().getAsDouble()).during(time));
        }
        return scenario(name)
                .exec(Timed.during(time, turn, request(turn)))
                .injectOpen(nothingFor(settings.gap()), atOnceUsers(settings.users()));
    }

    private HttpRequestActionBuilder request(Turn turn) {
        String title = turn.way().title();
        String name = turn.label().equals(Settings.WARMUP) ? "warmup " + title : title;
        HttpRequestActionBuilder request = http(name).get(turn.way().path());
        if (settings.rate().isEmpty()) {
            return request;
        }
        double rate = settings.rate().getAsDouble();
        return request.header(
                "X-Connlab-Intended", _ -> Long.toString(turn.intendedMicros(nowMicros(), rate)));
    }

    private static long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    private HttpProtocolBuilder protocol() {
        return http.baseUrl(settings.baseUrl()).shareConnections().disableCaching();
    }

    private List<Assertion> assertions() {
        List<Assertion> assertions = new ArrayList<>();
        assertions.add(global().failedRequests().count().is(0L));
        rounds.stream()
                .map(turn -> turn.way().title())
                .distinct()
                .sorted()
                .map(
                        title ->
                                details(title)
                                        .responseTime()
                                        .percentile(99)
                                        .lt((int) settings.p99().toMillis()))
                .forEach(assertions::add);
        return assertions;
    }

    /** The table is the last thing on the screen, below Gatling's own summary. */
    @Override
    public void after() {
        List<JsonNode> mine = runs().stream().filter(run -> !earlier.contains(id(run))).toList();
        String report = new Report(settings, rounds, mine) + closing(settings, service, ways);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(report)));
    }

    /**
     * What else there is to say below the table.
     *
     * @param ways those that had their rounds
     */
    abstract String closing(Settings settings, Service service, List<Way> ways);

    private List<JsonNode> runs() {
        return ways.stream()
                .map(Way::label)
                .distinct()
                .flatMap(l -> service.runs(l).stream())
                .toList();
    }

    private static String id(JsonNode run) {
        return run.path("id").asText();
    }
}
