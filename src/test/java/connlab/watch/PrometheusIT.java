package connlab.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import connlab.lab.Lab;
import connlab.watch.Dashboard.Query;
import connlab.watch.Prometheus.Series;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the dashboards show of real load, asked of a real Prometheus that scraped it. */
class PrometheusIT {
    /** Metrics that cannot be had in this test, by how their names begin, and why. */
    private static final Map<String, String> ELSEWHERE =
            Map.of(
                    "memcached_", "Debian has no memcached_exporter",
                    "pgbouncer_", "Debian's exporter does not start at a PgBouncer of Debian's");

    /** Of the callers' requests; only those to the lane noop say that it is kept. */
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private static final Duration STEADY = Duration.ofSeconds(40);
    private static final Duration SCRAPE = Duration.ofSeconds(5);
    private static final Grafana GRAFANA = new Grafana(SCRAPE, Duration.ofMinutes(15), 800);

    @TempDir static Path folder;
    private static WatchedLab watched;
    private static Lab lab;
    private static Prometheus prometheus;
    private static Burst burst;
    private static Instant steadyBegin;
    private static Instant steadyEnd;
    private static Instant end;

    /** Load that came and went between two scrapes. */
    private record Burst(Instant begin, Instant end, double opened, int trials) {}

    @BeforeAll
    static void load() throws Exception {
        Program.assumeThere(WatchedLab.PROGRAMS);
        watched = new WatchedLab(folder, WatchedLab.tenMoreLanes());
        lab = watched.lab();
        prometheus = watched.prometheus();
        burst = burstBetweenScrapes();
        // Rates look back: the burst is to be out of their sight.
        Thread.sleep(GRAFANA.rateInterval());
        steadyBegin = Instant.now();
        steadyLoad();
        steadyEnd = Instant.now();
        // The last rates end after a whole window without load.
        end = Instant.now().plus(GRAFANA.rateInterval());
        Thread.sleep(GRAFANA.rateInterval());
    }

    @AfterAll
    static void stop() {
        if (watched != null) {
            watched.close();
        }
    }

    /** A series as the first instance sees it. */
    private static String mysql(String metric) {
        return "%s{backend='mysql', instance='%s'}"
                .formatted(metric, lab.base().replace("http://", ""));
    }

    private static double lastScrape() {
        return prometheus.value("timestamp(" + mysql("connlab_probe_up") + ")");
    }

    private static void afterScrape() {
        double before = lastScrape();
        await().pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(30))
                .until(() -> lastScrape() > before);
    }

    /** Fewer trials with every attempt, for machines where they take longer than a scrape. */
    private static Burst burstBetweenScrapes() {
        String path = "/trial/mysql-per-request";
        lab.load(path, 20, 40, "X-Connlab-Run", "warmup");
        for (int trials = 200; trials >= 25; trials /= 2) {
            afterScrape();
            double scrape = lastScrape();
            double before = prometheus.value(mysql("connlab_server_connections_opened_total"));
            Instant begin = Instant.now();
            lab.load(path, 20, trials, "X-Connlab-Run", "burst/" + trials);
            Instant end = Instant.now();
            if (lastScrape() == scrape) {
                afterScrape();
                double after = prometheus.value(mysql("connlab_server_connections_opened_total"));
                return new Burst(begin, end, after - before, trials);
            }
        }
        throw new IllegalStateException("this machine is too slow for a burst between two scrapes");
    }

    /** Every lane at once, one caller each. */
    private static void steadyLoad() {
        Instant end = Instant.now().plus(STEADY);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            lab.lanes()
                    .all()
                    .forEach(lane -> callers.submit(() -> keepCalling(lane.id().name(), end)));
        }
    }

    private static Void keepCalling(String lane, Instant end) throws InterruptedException {
        String work = lane.contains("mysql") || lane.contains("postgres") ? "&query=true" : "";
        while (Instant.now().isBefore(end)) {
            lab.get(
                    "/trial/" + lane + "?times=5" + work,
                    "X-Connlab-Run",
                    "steady",
                    "traceparent",
                    "00-%s-00f067aa0ba902b7-%s"
                            .formatted(TRACE, lane.equals("noop") ? "01" : "00"));
            if (lane.equals("noop")) {
                lab.get("/trial/noop?fail=1", "X-Connlab-Run", "steady");
            }
            Thread.sleep(100);
        }
        return null;
    }

    private static List<JsonNode> runs(String label) {
        return lab.json("/runs?limit=500&wait=true&label=" + label).valueStream().toList();
    }

    static List<Dashboard> dashboards() {
        return Dashboard.all();
    }

    private static boolean elsewhere(Query query) {
        return query.promQl().metrics().stream()
                .anyMatch(metric -> ELSEWHERE.keySet().stream().anyMatch(metric::startsWith));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyPanelsQueriesReturnData(Dashboard dashboard) {
        List<String> empty = new ArrayList<>();
        for (JsonNode panel : dashboard.panels()) {
            List<String> lanes = panel.has("repeat") ? lanesThatAreUp() : List.of(".*");
            Dashboard.queries(panel)
                    .filter(query -> !elsewhere(query))
                    .forEach(
                            query ->
                                    lanes.stream()
                                            .filter(lane -> data(query, lane).isEmpty())
                                            .forEach(lane -> empty.add(query + " " + lane)));
        }
        assertThat(empty).isEmpty();
    }

    /** The panel's series over the steady load, those without any value left out. */
    private static List<Series> data(Query query, String lane) {
        String expanded = GRAFANA.expand(query.promQl().text(), Map.of("lane", lane));
        List<Series> series =
                query.instant()
                        ? prometheus.now(expanded)
                        : prometheus.range(expanded, steadyBegin, end, GRAFANA.interval());
        return series.stream().filter(one -> !one.values().isEmpty()).toList();
    }

    private static List<Series> data(String dashboard, String panel) {
        return dashboard(dashboard).queries().stream()
                .filter(query -> query.panel().equals(panel))
                .filter(query -> !elsewhere(query))
                .flatMap(query -> data(query, ".*").stream())
                .toList();
    }

    private static Dashboard dashboard(String name) {
        return dashboards().stream().filter(d -> d.name().equals(name)).findFirst().orElseThrow();
    }

    private static List<String> lanesThatAreUp() {
        return lab.json("/lanes")
                .valueStream()
                .filter(lane -> lane.path("state").asString().equals("up"))
                .map(lane -> lane.path("lane").asString())
                .toList();
    }

    private static List<String> laneNames() {
        return lab.lanes().all().stream().map(lane -> lane.id().name()).toList();
    }

    private static List<String> unfounded(Dashboard dashboard) {
        return DashboardRules.unfounded(dashboard, prometheus.types()).stream()
                .filter(
                        finding ->
                                ELSEWHERE.keySet().stream()
                                        .noneMatch(finding.replaceAll(".* ", "")::startsWith))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyMetricExistsAndRatesAreOfCounters(Dashboard dashboard) {
        assertThat(unfounded(dashboard)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    connlab_trials_in_flight                | connlab_trials_underway              | no metric connlab_trials_underway
                    max by (backend) (connlab_server_connections_open{ | max by (backend) (rate(connlab_server_connections_open{ | a rate of the gauge
                    rate(connlab_server_connections_opened_total       | abs(connlab_server_connections_opened_total | no rate of the counter
                    """)
    void aDashboardThatAsksForWhatIsNotThereIsFound(
            String old, String replacement, String finding) {
        Dashboard broken = dashboard("open-connections").edited(old, replacement);
        assertThat(unfounded(broken)).anyMatch(rule -> rule.contains(finding));
    }

    @Test
    void aUsersOwnLaneAppearsByItself() {
        assertThat(data("open-connections", "Trials per second"))
                .extracting(series -> series.labels().get("lane"))
                .containsExactlyInAnyOrderElementsOf(laneNames());
    }

    @Test
    void trialsAreAsManyAsInTheRuns() {
        Map<String, Double> inRuns =
                lab.json("/runs?limit=500&wait=true")
                        .valueStream()
                        .collect(
                                Collectors.groupingBy(
                                        run -> run.path("lane").asString(),
                                        Collectors.summingDouble(
                                                run -> run.path("trials").asDouble())));
        Map<String, Double> scraped =
                prometheus.now("sum by (lane) (connlab_trial_seconds_count) > 0").stream()
                        .collect(Collectors.toMap(s -> s.labels().get("lane"), Series::last));

        assertThat(scraped).isEqualTo(inRuns);
    }

    @Test
    void ratesAndPercentilesAreThoseOfTheRuns() {
        Map<String, Series> rates = byLane(data("open-connections", "Trials per second"));
        // More than one run where the machine stood still for longer than the gap.
        Map<String, List<JsonNode>> runs =
                runs("steady").stream()
                        .filter(run -> run.path("trials").asInt() > run.path("failed").asInt())
                        .collect(Collectors.groupingBy(run -> run.path("lane").asString()));
        runs.forEach(
                (lane, parts) -> {
                    double trials =
                            parts.stream().mapToDouble(r -> r.path("trials").asDouble()).sum();
                    // A rate's area is what was counted; its ends are extrapolated.
                    double area = rates.get(lane).sum() * GRAFANA.interval().toSeconds();
                    assertThat(area).as(lane).isBetween(trials * 0.75, trials * 1.25);
                    DoubleSummaryStatistics p99 =
                            parts.stream()
                                    .mapToDouble(r -> r.at("/trial/p99Micros").asDouble() / 1e6)
                                    .summaryStatistics();
                    // Interpolated within a bucket of 1, 2 or 5.
                    assertThat(p99OfAll(lane))
                            .as(lane)
                            .isBetween(p99.getMin() / 2.6, p99.getMax() * 2.6);
                });
    }

    private static double p99OfAll(String lane) {
        return prometheus.value(
                "histogram_quantile(0.99, sum by (le) (rate(connlab_trial_seconds_bucket"
                        + "{lane='%s', outcome='success'}[%ds] @ %d)))"
                                .formatted(
                                        lane,
                                        Duration.between(steadyBegin, end).toSeconds(),
                                        end.getEpochSecond()));
    }

    private static Map<String, Series> byLane(List<Series> series) {
        return series.stream().collect(Collectors.toMap(s -> s.labels().get("lane"), s -> s));
    }

    @Test
    void aBurstBetweenTwoScrapesIsInThePeakAndInTheCounters() {
        double peakOfRuns =
                runs("burst").stream()
                        .mapToDouble(run -> run.at("/window/peakOpen").asDouble())
                        .max()
                        .orElseThrow();
        double open = seen("connlab_server_connections_open").largest();

        // A run ends with its trials; an exporter may connect in the samples around it.
        assertThat(seen("connlab_server_connections_peak").largest())
                .isBetween(peakOfRuns, peakOfRuns + 3);
        assertThat(open).isLessThan(peakOfRuns);
        // Exporters connect too.
        assertThat(burst.opened()).isBetween((double) burst.trials(), burst.trials() + 20.0);
    }

    private static Series seen(String metric) {
        Instant until = burst.end().plusSeconds(15);
        return prometheus
                .range(mysql(metric), burst.begin(), until, Duration.ofSeconds(1))
                .getFirst();
    }

    @Test
    void instancesAreScrapedOnceEachAndAServersOwnCountIsNotAddedUp() {
        List<Series> open = prometheus.now("connlab_server_connections_open{backend='mysql'}");
        assertThat(open).hasSize(2);
        assertThat(prometheus.now("up{job='connlab'} == 1")).hasSize(2);
        assertThat(
                        prometheus.value(
                                "max by (backend)"
                                        + " (connlab_server_connections_open{backend='mysql'})"))
                .isLessThan(lab.backend("mysql").status().open() * 1.5);
        // Pools are each instance's own.
        assertThat(prometheus.value("sum(hikaricp_connections{pool='mysql-pooled'})"))
                .isEqualTo(20);
    }

    @Test
    void exportersAndProbesAgree() {
        double itself =
                prometheus.value(
                        "max(mysql_global_status_threads_connected) -"
                                + " max(connlab_server_connections_open{backend='mysql'})");
        // Two instances' probes, of which each leaves out its own, and the exporter.
        assertThat(itself).isBetween(0.0, 4.0);
        assertThat(
                        prometheus.value(
                                "sum(pg_stat_database_numbackends) -"
                                    + " max(connlab_server_connections_open{backend='postgres'})"))
                .isBetween(0.0, 4.0);
        assertThat(
                        prometheus.value(
                                "max(mysql_global_status_connections) -"
                                    + " max(connlab_server_connections_opened_total{backend='mysql'})"))
                .isBetween(-5.0, 20.0);
        assertThat(
                        prometheus.value(
                                "max(mysql_global_variables_max_connections) -"
                                    + " max(connlab_server_connections_limit{backend='mysql'})"))
                .isBetween(0.0, 1.0);
    }

    @ParameterizedTest
    @CsvSource({
        "active, peakClientsActive, 1",
        "waiting, peakClientsWaiting, 0",
        "server connections, peakServersOpen, 1"
    })
    void theProxysFiguresAreThoseOfTheRuns(String line, String peak, double least) {
        List<JsonNode> runs = runs("steady").stream().filter(run -> run.has("proxy")).toList();
        assertThat(runs)
                .extracting(run -> run.path("lane").asString())
                .contains("postgres-pgbouncer-per-request", "my-postgres-pgbouncer-pooled");
        double most =
                runs.stream()
                        .mapToDouble(run -> run.path("proxy").path(peak).asDouble())
                        .max()
                        .orElseThrow();

        assertThat(duringLoad("{{proxy}} " + line)).isBetween(least, most);
    }

    /** The largest value under load of the line with this legend. */
    private static double duringLoad(String legend) {
        Query query =
                dashboard("pools-and-proxy").queries().stream()
                        .filter(q -> q.panel().equals("PgBouncer: clients and servers"))
                        .filter(q -> q.json().path("legendFormat").asString().equals(legend))
                        .findFirst()
                        .orElseThrow();
        // Not longer: pools look after their idle connections all at once, some time later.
        return prometheus
                .range(query.promQl().text(), steadyBegin.plus(SCRAPE), steadyEnd, SCRAPE)
                .getFirst()
                .largest();
    }

    @Test
    void theProxysFiguresAreThoseOfItsConsole() {
        await().ignoreExceptions()
                .untilAsserted(
                        () -> {
                            Map<String, Double> pool = watched.pgBouncerPool();
                            assertThat(lab.metric("connlab_proxy_clients_active", "pgbouncer"))
                                    .isEqualTo(pool.get("cl_active"));
                            assertThat(lab.metric("connlab_proxy_servers_open", "pgbouncer"))
                                    .isPositive()
                                    .isEqualTo(
                                            pool.get("sv_active")
                                                    + pool.get("sv_idle")
                                                    + pool.get("sv_used")
                                                    + pool.get("sv_tested")
                                                    + pool.get("sv_login"));
                        });
    }

    @Test
    void aTrialLeadsToTheTraceThatItsCallerKeeps() {
        JsonNode exemplars =
                prometheus.ask(
                        "query_exemplars",
                        Map.of(
                                "query",
                                "connlab_trial_seconds_bucket",
                                "start",
                                Long.toString(steadyBegin.getEpochSecond()),
                                "end",
                                Long.toString(end.getEpochSecond())));
        assertThat(exemplars)
                .isNotEmpty()
                .allSatisfy(
                        series -> {
                            assertThat(series.at("/seriesLabels/lane").asString())
                                    .isEqualTo("noop");
                            assertThat(series.at("/exemplars/0/labels/trace_id").asString())
                                    .isEqualTo(TRACE);
                        });
    }

    @Test
    void theHostsPortsAreThoseOfTheKernel() throws Exception {
        // Not readString, whose first read of one byte is the last that this file answers.
        String[] range =
                Files.readAllLines(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))
                        .getFirst()
                        .split("\\s+");
        double ports = Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;

        assertThat(prometheus.value("max(connlab_host_ephemeral_ports)")).isEqualTo(ports);
        assertThat(
                        prometheus.value(
                                "max(instance:connlab_host_ephemeral_ports_use:ratio"
                                        + " * on (instance) connlab_host_ephemeral_ports)"))
                .isBetween(1.0, 10 * ports);
    }

    @Test
    void aScrapeOfTwentyLanesTakesLessThanFiftyMilliseconds() {
        assertThat(lanesThatAreUp()).hasSizeGreaterThanOrEqualTo(20);
        double best =
                IntStream.range(0, 5).mapToDouble(_ -> medianOfTwentyScrapes()).min().orElseThrow();
        System.out.printf("a scrape of 20 lanes: %.1f ms%n", best);
        // The best of five, since other programs' load is not the question.
        assertThat(best).isLessThan(50);
    }

    private static double medianOfTwentyScrapes() {
        double[] millis =
                IntStream.range(0, 20)
                        .mapToDouble(
                                _ -> {
                                    long begin = System.nanoTime();
                                    assertThat(lab.get("/actuator/prometheus").statusCode())
                                            .isEqualTo(200);
                                    return (System.nanoTime() - begin) / 1e6;
                                })
                        .sorted()
                        .toArray();
        return (millis[9] + millis[10]) / 2;
    }
}
