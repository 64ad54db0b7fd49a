package connlab.load;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * MySQL against PostgreSQL: a connection for each request, a pool, and both through PgBouncer, each
 * without and with a query. Lanes that are down are named and left out.
 *
 * <p>{@code mvn -f gatling gatling:test -Dgatling.simulationClass=connlab.load.MysqlVsPostgres};
 * the options are {@link Settings}', but for {@code backend} and {@code query}.
 */
public final class MysqlVsPostgres extends InTurn {
    private static final int FEWEST_ROUNDS = 5;
    private static final String BOUNCER = "postgres-pgbouncer-per-request";
    private static final List<String> LANES =
            List.of(
                    "mysql-per-request",
                    "postgres-per-request",
                    BOUNCER,
                    "mysql-pooled",
                    "postgres-pooled",
                    "postgres-pgbouncer-pooled");

    /** The lanes that differ in one thing. */
    private static final List<List<String>> PAIRS =
            List.of(
                    List.of("mysql-per-request", "postgres-per-request"),
                    List.of("postgres-per-request", BOUNCER),
                    List.of("mysql-pooled", "postgres-pooled"),
                    List.of("postgres-pooled", "postgres-pgbouncer-pooled"));

    /** Asks the service and plans the rounds. */
    public MysqlVsPostgres() {
        super("mysql-vs-postgres", MysqlVsPostgres::ways);
    }

    private static List<Way> ways(Settings settings, Service service) {
        List<Way> ways = new ArrayList<>();
        for (String lane : LANES) {
            JsonNode state = service.lane(lane);
            if (state.path("state").asText().equals("up")) {
                add(ways, service, new Way(lane, lane, "/trial/" + lane, settings.name()));
                add(
                        ways,
                        service,
                        new Way(
                                lane + " + query",
                                lane,
                                "/trial/" + lane + "?query=true",
                                withQuery(settings)));
            } else {
                System.out.printf(
                        "%s is left out: %s%n",
                        lane, state.path("reason").asText(state.path("detail").asText()));
            }
        }
        if (ways.isEmpty()) {
            throw new Refusal("No lane is up at %s/lanes.".formatted(settings.baseUrl()));
        }
        return ways;
    }

    /** One that fails already once, such as for want of a table, is not worth its rounds. */
    private static void add(List<Way> ways, Service service, Way way) {
        try {
            service.laneOf(way.path());
            ways.add(way);
        } catch (Refusal e) {
            System.out.printf("%s is left out: %s%n", way.title(), e.getMessage());
        }
    }

    private static String withQuery(Settings settings) {
        return settings.name() + "-query";
    }

    @Override
    String closing(Settings settings, Service service, List<Way> ways) {
        StringBuilder out = new StringBuilder();
        if (measured(ways, settings.name()).contains(BOUNCER)) {
            out.append(
                    "%s without the query: PgBouncer answers the login itself, PostgreSQL is not touched.%n"
                            .formatted(BOUNCER));
        }
        if (settings.rounds() < FEWEST_ROUNDS) {
            return out.append("No verdict: that takes -Drounds=5 or more, better 10.\n").toString();
        }
        for (String label : List.of(settings.name(), withQuery(settings))) {
            out.append("%n%s:%n".formatted(label));
            Set<String> lanes = measured(ways, label);
            PAIRS.stream()
                    .filter(lanes::containsAll)
                    .forEach(pair -> out.append("  %s%n".formatted(service.verdict(pair, label))));
        }
        return out.toString();
    }

    private static Set<String> measured(List<Way> ways, String label) {
        return ways.stream()
                .filter(way -> way.label().equals(label))
                .map(Way::lane)
                .collect(Collectors.toSet());
    }
}
