package connlab.load;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import com.fasterxml.jackson.databind.JsonNode;

import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A spike of new callers, who come whether or not earlier ones were answered, on a pool that has
 * gone cold or on no pool at all: how many connections the service opens, how soon it is calm
 * again, and who is refused.
 *
 * <p>{@code mvn -f gatling gatling:test -Dgatling.simulationClass=connlab.load.Storm}; the options
 * are {@link StormSettings}'.
 */
public final class Storm extends Simulation {

    /** HikariCP looks for idle connections every 30 s. */
    private static final Duration COLD_WITHIN = Duration.ofSeconds(45);

    private final StormSettings settings;
    private final Service service;
    private final List<Turn> phases = new ArrayList<>();
    private final LiveFrames frames;
    private final String pool;

    /** Asks the service, waits for its pool to go cold, and hands the plan to Gatling. */
    public Storm() {
        try {
            settings = StormSettings.fromSystemProperties();
            service = new Service(settings.baseUrl());
            service.awaitReady();
            service.laneOf(settings.path());
            pool = coldPool();
        } catch (Refusal e) {
            System.err.println("\n" + e.getMessage() + "\n");
            System.exit(1);
            throw e;
        }
        frames = new LiveFrames(settings.baseUrl());
        setUp(
                        phase("before", Duration.ZERO, settings.rate(), settings.before()),
                        phase("spike", settings.before(), settings.spike(), settings.length()),
                        phase(
                                "after",
                                settings.before().plus(settings.length()),
                                settings.rate(),
                                settings.after()))
                .protocols(http.baseUrl(settings.baseUrl()).shareConnections().disableCaching())
                .assertions(details("before").failedRequests().count().is(0L));
    }

    /** What the lane's pool holds before anybody comes; a lane without one has no such figure. */
    private String coldPool() {
        double least = number(service.lane(settings.lane()).path("pool").path("minIdle"));
        long deadline = System.nanoTime() + COLD_WITHIN.toNanos();
        double held = held();
        while (held > least && least < most() && System.nanoTime() < deadline) {
            System.out.printf("waiting for the pool to go cold: it holds %.0f%n", held);
            Service.pause(Duration.ofSeconds(5));
            held = held();
        }
        if (Double.isNaN(held)) {
            return "no pool";
        }
        return "a pool that held %.0f of %.0f before%s"
                .formatted(
                        held,
                        most(),
                        held > 0
                                ? " (for a cold one start the service with --connlab.lanes.%s.pool-min-idle=0)"
                                        .formatted(settings.lane())
                                : "");
    }

    private double held() {
        return number(service.lane(settings.lane()).path("pool").path("held"));
    }

    private double most() {
        return number(service.lane(settings.lane()).path("pool").path("size"));
    }

    private static double number(JsonNode node) {
        return node.isNumber() ? node.asDouble() : Double.NaN;
    }

    private PopulationBuilder phase(String name, Duration begin, double rate, Duration length) {
        Turn turn =
                new Turn(
                        new Way(name, settings.lane(), settings.path(), settings.name()),
                        settings.name());
        phases.add(turn);
        OpenInjectionStep load = constantUsersPerSec(rate).during(length);
        return scenario(name)
                .exec(Timed.request(turn, http(name).get(settings.path())))
                .injectOpen(nothingFor(begin), load);
    }

    @Override
    public void after() {
        List<JsonNode> runs = service.runs(settings.name());
        frames.close();
        String backend = service.lane(settings.lane()).path("backend").asText();
        StormReport report = new StormReport(settings, pool, phases, frames.all(), backend);
        String text =
                report
                        + new ServerView(
                                        runs.subList(0, Math.min(1, runs.size())),
                                        settings.lane(),
                                        List.of(settings.name()))
                                .sentence()
                        + report.curves().write();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(text)));
    }
}
