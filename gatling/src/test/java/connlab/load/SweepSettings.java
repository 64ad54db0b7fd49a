package connlab.load;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What {@code -D} says on the command line about a sweep.
 *
 * @param users how many at once, in the order of the steps
 * @param rounds how often each route has its turn at each step
 * @param warmup how long each route is loaded before the first step
 */
record SweepSettings(
        String baseUrl,
        List<Integer> users,
        int rounds,
        Duration round,
        Duration gap,
        Duration warmup,
        String name,
        long seed) {

    static final List<String> ROUTES = List.of("direct", "nginx");

    private static final int STEP = 64;
    private static final int MOST = 2048;
    private static final List<Integer> SHORT = List.of(64, 512, 1024, 2048);

    static SweepSettings fromSystemProperties() {
        boolean full = Settings.flag("full");
        List<Integer> all = IntStream.rangeClosed(1, MOST / STEP).mapToObj(i -> i * STEP).toList();
        return new SweepSettings(
                Settings.baseUrlFromSystemProperties(),
                full ? all : SHORT,
                (int) Settings.number("rounds", full ? 5 : 2, 1, 100),
                Duration.ofSeconds(Settings.number("seconds", full ? 5 : 3, 1, 3_600)),
                Duration.ofSeconds(Settings.number("gap", 2, 2, 60)),
                Duration.ofSeconds(Settings.number("warmup", 15, 1, 3_600)),
                System.getProperty("name", "concurrency-sweep"),
                Settings.number(
                        "seed", new Random().nextInt(1_000_000), Long.MIN_VALUE, Long.MAX_VALUE));
    }
}
