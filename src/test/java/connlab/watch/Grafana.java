package connlab.watch;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Puts values in the place of a query's variables, as Grafana does.
 *
 * @param scrapeInterval {@code timeInterval} of the data source
 * @param range what the dashboard shows
 * @param width how many points a panel has room for
 */
record Grafana(Duration scrapeInterval, Duration range, int width) {

    /** The step between two points: never finer than the scrapes are. */
    Duration interval() {
        long seconds = Math.max(1, range.toSeconds() / width);
        return seconds < scrapeInterval.toSeconds() ? scrapeInterval : Duration.ofSeconds(seconds);
    }

    /**
     * {@code $__rate_interval}: the step and one scrape more, but four scrapes at least. See
     * Grafana's documentation of the Prometheus data source's template variables.
     */
    Duration rateInterval() {
        Duration wide = interval().plus(scrapeInterval);
        Duration least = scrapeInterval.multipliedBy(4);
        return wide.compareTo(least) > 0 ? wide : least;
    }

    /** With "All" chosen for every variable that is not named here. */
    String expand(String query, Map<String, String> chosen) {
        Map<String, String> values = new HashMap<>(chosen);
        values.putIfAbsent("backend", ".*");
        values.putIfAbsent("lane", ".*");
        values.put("__rate_interval", rateInterval().toSeconds() + "s");
        String expanded = query;
        for (Map.Entry<String, String> value : values.entrySet()) {
            expanded = expanded.replace("$" + value.getKey(), value.getValue());
        }
        if (expanded.contains("$")) {
            throw new IllegalArgumentException("a variable has no value: " + expanded);
        }
        return expanded;
    }
}
