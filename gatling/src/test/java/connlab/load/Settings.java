package connlab.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * What {@code -D} says on the command line.
 *
 * @param backend whose two lanes are compared: {@code mysql}, {@code postgres} or {@code memcached}
 * @param query whether each trial also runs a query
 * @param users how many users send one request after the other, where no rate is given
 * @param rate requests per second, sent whether or not earlier ones were answered
 * @param rounds how often each lane has its turn
 * @param round how long a turn lasts
 * @param gap silence between turns; the service ends a run after one second of it
 * @param warmup how long each lane is loaded before the first round
 * @param p99 what the 99th percentile of a lane must stay below
 * @param name the label of the runs, before their round number
 * @param seed decides the order of the lanes in each round
 */
record Settings(
        String baseUrl,
        String backend,
        boolean query,
        int users,
        OptionalDouble rate,
        int rounds,
        Duration round,
        Duration gap,
        Duration warmup,
        Duration p99,
        String name,
        long seed) {

    /** The label that the service keeps out of comparisons. */
    static final String WARMUP = "warmup";

    private static final List<String> BACKENDS = List.of("mysql", "postgres", "memcached");

    /**
     * Reads them; what can't be meant ends here, with a sentence.
     *
     * @param usualName begins the runs' label where none is given; the seed ends it, so that no
     *     earlier run has the same
     */
    static Settings fromSystemProperties(String usualName) {
        String backend = System.getProperty("backend", "mysql");
        boolean query = flag("query");
        long seed = number("seed", new Random().nextInt(1_000_000), Long.MIN_VALUE, Long.MAX_VALUE);
        String name = System.getProperty("name", usualName + "-" + Math.abs(seed));
        require(BACKENDS.contains(backend), "-Dbackend is one of " + String.join(", ", BACKENDS));
        require(!query || !backend.equals("memcached"), "-Dquery is for mysql and postgres");
        require(
                name.matches("[A-Za-z0-9._-]{1,64}") && !name.equals(WARMUP),
                "-Dname is up to 64 letters, digits, '.', '_' or '-'");
        return new Settings(
                baseUrlFromSystemProperties(),
                backend,
                query,
                (int) number("users", 200, 1, 20_000),
                openRate(),
                (int) number("rounds", 3, 1, 100),
                Duration.ofSeconds(number("seconds", 10, 1, 3_600)),
                Duration.ofSeconds(number("gap", 2, 2, 60)),
                Duration.ofSeconds(number("warmup", 15, 1, 3_600)),
                Duration.ofMillis(number("p99", 5_000, 1, 3_600_000)),
                name,
                seed);
    }

    static String baseUrlFromSystemProperties() {
        return System.getProperty("baseUrl", "http://localhost:8080").replaceAll("/+$", "");
    }

    private static OptionalDouble openRate() {
        long rate = number("rate", 0, 0, 1_000_000);
        return rate == 0 ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    static boolean flag(String name) {
        String value = System.getProperty(name, "false");
        require(
                List.of("", "true", "false").contains(value),
                "-D%s is true or false".formatted(name));
        return !value.equals("false");
    }

    static long number(String name, long fallback, long least, long most) {
        Optional<Long> number =
                Optional.ofNullable(System.getProperty(name))
                        .map(
                                value -> {
                                    try {
                                        return Long.valueOf(value);
                                    } catch (NumberFormatException _) {
                                        throw new Refusal("-D%s is a whole number".formatted(name));
                                    }
                                });
        long value = number.orElse(fallback);
        require(
                value >= least && value <= most,
                "-D%s is from %d to %d".formatted(name, least, most));
        return value;
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            throw new Refusal(otherwise);
        }
    }

    /** The service's paths to compare, the connection-per-request one first. */
    List<String> paths() {
        if (backend.equals("memcached")) {
            return List.of("/memcached?strategy=per-request", "/memcached?strategy=pooled");
        }
        String parameters = "?backend=" + backend + (query ? "&query=true" : "");
        return List.of("/connect" + parameters, "/pconnect" + parameters);
    }

    String load() {
        return rate.isPresent()
                ? "%.0f requests/s, whether answered or not".formatted(rate.getAsDouble())
                : users + " users, each sending one request after the other";
    }
}
