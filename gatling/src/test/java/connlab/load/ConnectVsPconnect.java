package connlab.load;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.during;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A connection for each request against a pool: the two lanes of a backend in turn, in rounds whose
 * order is shuffled, after a warm-up that the service keeps apart.
 *
 * <p>{@code mvn -f gatling gatling:test -Dbackend=mysql}; the further options are {@link
 * Settings}'.
 */
public final class ConnectVsPconnect extends Simulation {
    private static final String BEGIN = "begin";

    private final Settings settings;
    private final Service service;
    private final List<Turn> warmup = new ArrayList<>();
    private final List<Turn> rounds = new ArrayList<>();
    private Instant began = Instant.now();

    /** Asks the service, plans the rounds, and hands them to Gatling. */
    public ConnectVsPconnect() {
        try {
            settings = Settings.fromSystemProperties();
            service = new Service(settings.baseUrl());
            service.awaitReady();
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
        List<Lane> lanes =
                settings.paths().stream()
                        .map(path -> new Lane(service.laneOf(path), path))
                        .toList();
        lanes.forEach(lane -> warmup.add(lane.turn(Settings.WARMUP)));
        Random random = new Random(settings.seed());
        for (int round = 1; round <= settings.rounds(); round++) {
            List<Lane> order = new ArrayList<>(lanes);
            Collections.shuffle(order, random);
            for (Lane lane : order) {
                rounds.add(lane.turn(settings.name() + "/" + round));
            }
        }
    }

    private record Lane(String name, String path) {
        Turn turn(String label) {
            return new Turn(name, path, label);
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
        String name = turn.lane() + " " + turn.label();
        ChainBuilder request = timed(turn);
        if (settings.rate().isPresent()) {
            return scenario(name)
                    .exec(request)
                    .injectOpen(
                            nothingFor(settings.gap()),
                            constantUsersPerSec(settings.rate().getAsDouble()).during(time));
        }
        return scenario(name)
                .exec(during(time).on(request))
                .injectOpen(nothingFor(settings.gap()), atOnceUsers(settings.users()));
    }

    /** Times each request itself: Gatling's own times are whole milliseconds. */
    private ChainBuilder timed(Turn turn) {
        return exec(session -> begin(turn, session))
                .exec(request(turn))
                .exec(
                        session -> {
                            turn.end(session.getLong(BEGIN), System.nanoTime(), session.isFailed());
                            return session.markAsSucceeded();
                        });
    }

    private static Session begin(Turn turn, Session session) {
        long now = System.nanoTime();
        if (turn.begin(now)) {
            System.out.printf("  %s: %s%n", turn.label(), turn.lane());
        }
        return session.set(BEGIN, now);
    }

    private HttpRequestActionBuilder request(Turn turn) {
        String name = turn.label().equals(Settings.WARMUP) ? "warmup " + turn.lane() : turn.lane();
        HttpRequestActionBuilder request =
                http(name)
                        .get(turn.path())
                        .header("X-Connlab-Run", turn.label())
                        .check(status().is(200));
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
                .map(Turn::lane)
                .distinct()
                .sorted()
                .map(
                        lane ->
                                details(lane)
                                        .responseTime()
                                        .percentile(99)
                                        .lt((int) settings.p99().toMillis()))
                .forEach(assertions::add);
        return assertions;
    }

    @Override
    public void before() {
        began = Instant.now();
    }

    /** The table is the last thing on the screen, below Gatling's own summary. */
    @Override
    public void after() {
        String report = new Report(settings, rounds, service.runs(), began).toString();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(report)));
    }
}
