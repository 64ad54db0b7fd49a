package connlab.load;

import java.time.Duration;

/**
 * What {@code -D} says on the command line about a storm.
 *
 * @param lane what all requests go to
 * @param rate requests per second before and after the spike
 * @param spike new callers within one second of it
 * @param before how long it is calm first
 * @param length of the spike
 * @param after how long it is watched after that
 */
record StormSettings(
        String baseUrl,
        String lane,
        boolean query,
        double rate,
        double spike,
        Duration before,
        Duration length,
        Duration after,
        String name) {

    static StormSettings fromSystemProperties() {
        return new StormSettings(
                Settings.baseUrlFromSystemProperties(),
                System.getProperty("lane", "mysql-pooled"),
                Settings.flag("query"),
                Settings.number("rate", 20, 1, 100_000),
                Settings.number("spike", 1_000, 1, 100_000),
                Duration.ofSeconds(Settings.number("before", 5, 2, 600)),
                Duration.ofSeconds(Settings.number("seconds", 2, 1, 600)),
                Duration.ofSeconds(Settings.number("after", 10, 2, 600)),
                System.getProperty("name", "storm"));
    }

    String path() {
        return "/trial/" + lane + (query ? "?query=true" : "");
    }

    /** How long after the first request a storm is over. */
    Duration total() {
        return before.plus(length).plus(after);
    }
}
