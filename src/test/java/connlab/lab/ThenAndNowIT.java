package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The old figures beside those of real servers, which come from the page's own commands. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ThenAndNowIT {
    /** What is shortened for the test; the rest of a command is run as it is printed. */
    private static final Map<String, String> SHORTER =
            Map.of(
                    "ab -k -c 200 -t 10 ", "ab -k -c 8 -t 1 ",
                    "?times=20'", "?times=20&rounds=2&warmup=0'",
                    "memcached-clients'", "memcached-clients?rounds=2&warmup=0'",
                    "sleep 3;", "sleep 1;");

    private static ServerUnderTest memcached;
    private static MemcGateway gateway;
    private static Lab lab;

    @BeforeAll
    static void start() throws Exception {
        assumeThat(Path.of("/usr/bin/ab")).as("ab (Debian: apache2-utils)").exists();
        assumeThat(Path.of("/usr/bin/curl")).as("curl").exists();
        memcached = RestartableServer.embedded("memcached");
        gateway = MemcGateway.keepingConnections(memcached.port());
        lab =
                new Lab(
                        Map.of(
                                "connlab.runs.gap",
                                "300ms",
                                "CONNLAB_MEMCACHED_HOST",
                                "127.0.0.1",
                                "CONNLAB_MEMCACHED_PORT",
                                memcached.port(),
                                "CONNLAB_MEMC_GATEWAY_URL",
                                gateway.url()));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable started : Arrays.asList(lab, gateway, memcached)) {
            if (started != null) {
                started.close();
            }
        }
    }

    @Test
    @Order(1)
    void atFirstEveryCellOfTodayHasTheCommandThatFillsIt() {
        for (JsonNode one : lab.json("/then-and-now")) {
            for (String side : List.of("first", "second")) {
                assertThat(one.get(side).get("command").asString()).contains(lab.base());
                assertThat(one.get(side).has("path")).isFalse();
                assertThat(one.get(side).get("notes")).as("no server is down").isEmpty();
            }
            for (JsonNode row : one.get("rows")) {
                assertThat(row.has("nowFirst")).isFalse();
                assertThat(row.has("nowRatio")).isFalse();
            }
        }
        assertThat(lab.get("/then-and-now").body())
                .contains("2716", "4689", "1.730", "[1] fill with: ab -k -c 200 -t 10", "0.726");
    }

    @Test
    @Order(2)
    void itsCommandsFillThem() throws Exception {
        for (String command : commands("command")) {
            run(command);
        }
        lab.get("/runs?wait=true");

        assertThat(commands("command")).isEmpty();
        for (JsonNode one : lab.json("/then-and-now")) {
            for (JsonNode row : one.get("rows")) {
                boolean here = !row.has("elsewhere");
                assertThat(row.has("nowFirst")).as(row.toString()).isEqualTo(here);
                assertThat(row.has("nowSecond")).as(row.toString()).isEqualTo(here);
            }
        }
    }

    /** The sides' commands, or those for ratios, each once. */
    private static List<String> commands(String name) {
        List<String> commands = new ArrayList<>();
        for (JsonNode one : lab.json("/then-and-now")) {
            for (JsonNode from : List.of(one, one.get("first"), one.get("second"))) {
                if (from.has(name)) {
                    commands.add(from.get(name).asString());
                }
            }
        }
        return commands.stream().distinct().toList();
    }

    private static void run(String command) throws Exception {
        String shorter = command;
        for (Map.Entry<String, String> part : SHORTER.entrySet()) {
            shorter = shorter.replace(part.getKey(), part.getValue());
        }
        Process shell = new ProcessBuilder("sh", "-c", shorter).redirectErrorStream(true).start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as("%s: %s", shorter, said).isZero();
    }

    @Test
    @Order(3)
    void figuresAreThoseOfTheRunsAndExperimentsThatTheyName() {
        JsonNode connect = benchmark("connect-pconnect");
        JsonNode first = lab.json(connect.get("first").get("path").asString());
        JsonNode second = lab.json(connect.get("second").get("path").asString());

        assertThat(first.get("lane").asString()).isEqualTo("mysql-per-request");
        assertThat(second.get("lane").asString()).isEqualTo("mysql-pooled");
        JsonNode rate = row(connect, "requests per second");
        assertThat(rate.get("nowFirst")).isEqualTo(first.get("perSecond"));
        assertThat(rate.get("nowRatio").get("ratio").asDouble())
                .isCloseTo(
                        second.get("perSecond").asDouble() / first.get("perSecond").asDouble(),
                        within(1e-9));
        for (String percent : List.of("50", "75", "90", "95", "99")) {
            assertThat(row(connect, percent + " %, ms").get("nowSecond").asDouble())
                    .isCloseTo(
                            second.at("/trial/p" + percent + "Micros").asDouble() / 1e3,
                            within(1e-9));
        }
        assertThat(row(connect, "processing, mean, ms").get("nowFirst").asDouble())
                .isCloseTo(first.at("/trial/meanMicros").asDouble() / 1e3, within(1e-9));
        assertThat(row(connect, "100 %, ms").get("nowFirst").asDouble())
                .isCloseTo(first.at("/trial/maxMicros").asDouble() / 1e3, within(1e-9));
        assertThat(connect.at("/first/notes").toString())
                .contains("in the service; then 200 callers", "then of 10 s");

        JsonNode loop = row(benchmark("mysql-postgres"), "20 connects, seconds");
        JsonNode tables = lab.json("/experiments/connect-loop").get("report").get("tables");
        assertThat(loop.get("nowRatio").get("ratio")).isEqualTo(tables.at("/1/rows/0/3"));
        assertThat(loop.get("nowRatio").get("low")).isEqualTo(tables.at("/1/rows/0/4"));
        assertThat(
                        tables.at("/0/rows")
                                .valueStream()
                                .filter(
                                        cells ->
                                                cells.get(0).asString().equals("mysql-per-request"))
                                .filter(cells -> !cells.get(2).asBoolean())
                                .mapToDouble(cells -> cells.get(3).asDouble()))
                .singleElement()
                .satisfies(
                        seconds ->
                                assertThat(loop.get("nowFirst").asDouble())
                                        .isCloseTo(seconds, within(1e-9)));
    }

    @Test
    @Order(4)
    void roundsGiveTheRatiosTheirInterval() throws Exception {
        for (String command : commands("ratioCommand")) {
            run(command);
        }
        lab.get("/runs?wait=true");

        assertThat(commands("ratioCommand")).isEmpty();
        for (String id : List.of("connect-pconnect", "direct-nginx")) {
            JsonNode ratio = row(benchmark(id), "requests per second").get("nowRatio");
            JsonNode comparison = lab.json(benchmark(id).get("ratioPath").asString());
            double compared = comparison.at("/ratios/0/ratio").asDouble();
            boolean turned = comparison.get("first").equals(benchmark(id).get("first").get("now"));
            assertThat(ratio.get("ratio").asDouble())
                    .isCloseTo(turned ? 1 / compared : compared, within(1e-9));
            assertThat(ratio.get("low").asDouble()).isLessThan(ratio.get("high").asDouble());
        }
    }

    @Test
    @Order(5)
    void everyFaceHasEveryFigure() {
        int rows = 0;
        for (JsonNode one : lab.json("/then-and-now")) {
            rows += one.get("rows").size();
        }

        assertThat(lab.get("/then-and-now", "Accept", "text/csv").body().lines()).hasSize(rows + 1);
        String page = lab.get("/then-and-now", "Accept", "text/html").body();
        assertThat(page.split("<tr>", -1)).hasSize(rows + 4 + 1);
        String run = benchmark("direct-nginx").at("/second/path").asString();
        assertThat(page).contains("<a href=\"" + run + "\">run of ");
        assertThat(lab.get("/then-and-now").body()).contains("GET " + run);
    }

    private static JsonNode benchmark(String id) {
        return lab.json("/then-and-now")
                .valueStream()
                .filter(one -> one.get("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode row(JsonNode benchmark, String figure) {
        return benchmark
                .get("rows")
                .valueStream()
                .filter(row -> row.get("figure").asString().equals(figure))
                .findFirst()
                .orElseThrow();
    }
}
