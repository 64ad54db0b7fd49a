package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The old figures beside those of embedded servers, which come from the page's own commands. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ThenAndNowIT {
    private static final Pattern URL = Pattern.compile("'(http[^']+)'");

    private static Lab lab;

    @BeforeAll
    static void start() {
        lab = new Lab(Map.of("connlab.runs.gap", "300ms"));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    @Order(1)
    void atFirstEveryCellOfTodayHasTheCommandThatFillsIt() {
        for (JsonNode one : lab.json("/then-and-now")) {
            for (String side : List.of("first", "second")) {
                assertThat(one.get(side).get("command").asString()).contains(lab.base());
                assertThat(one.get(side).has("path")).isFalse();
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
    void itsCommandsFillThem() {
        for (String command : commands()) {
            Matcher url = URL.matcher(command);
            assertThat(url.find()).as(command).isTrue();
            String path = path(URI.create(url.group(1)));
            if (command.startsWith("ab ")) {
                lab.load(path, 4, 40);
            } else {
                lab.send("POST", path + (path.contains("?") ? "&" : "?") + "rounds=2&warmup=0");
            }
        }
        lab.get("/runs?wait=true");

        for (JsonNode one : lab.json("/then-and-now")) {
            boolean gateway = one.get("id").asString().equals("direct-nginx");
            assertThat(one.get("first").has("command")).as(one.toString()).isFalse();
            assertThat(one.get("second").has("command")).as("there is no nginx").isEqualTo(gateway);
            for (JsonNode row : one.get("rows")) {
                assertThat(row.has("nowFirst")).as(row.toString()).isTrue();
                assertThat(row.has("nowSecond")).as(row.toString()).isEqualTo(!gateway);
            }
        }
    }

    private static List<String> commands() {
        List<String> commands = new ArrayList<>();
        for (JsonNode one : lab.json("/then-and-now")) {
            commands.add(one.get("first").get("command").asString());
            commands.add(one.get("second").get("command").asString());
        }
        return commands.stream().distinct().toList();
    }

    private static String path(URI url) {
        return url.getPath() + (url.getQuery() == null ? "" : "?" + url.getQuery());
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
        assertThat(row(connect, "99 %, ms").get("nowSecond").asDouble())
                .isCloseTo(second.get("trial").get("p99Micros").asDouble() / 1e3, within(1e-9));

        JsonNode loop = row(benchmark("mysql-postgres"), "20 connects, seconds");
        JsonNode table = lab.json("/experiments/connect-loop").get("report").get("tables").get(1);
        assertThat(loop.get("nowRatio").get("ratio")).isEqualTo(table.get("rows").get(0).get(3));
        assertThat(loop.get("nowRatio").get("low")).isEqualTo(table.get("rows").get(0).get(4));
    }

    @Test
    @Order(4)
    void everyFaceHasEveryFigure() {
        int rows = 0;
        for (JsonNode one : lab.json("/then-and-now")) {
            rows += one.get("rows").size();
        }

        assertThat(lab.get("/then-and-now", "Accept", "text/csv").body().lines()).hasSize(rows + 1);
        String page = lab.get("/then-and-now", "Accept", "text/html").body();
        assertThat(page.split("<tr>", -1)).hasSize(rows + 4 + 1);
        assertThat(page).contains("<code>ab -k -c 200 -t 10 -n 10000000 &#39;" + lab.base());
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
