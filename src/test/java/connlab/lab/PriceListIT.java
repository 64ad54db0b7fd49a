package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import connlab.backend.Server;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The price list on embedded servers. */
class PriceListIT {
    private static final String QUICK = "&rounds=2&millis=1&warmup=0";
    private static final List<String> PARTS =
            List.of(
                    "tcpMicros",
                    "tlsMicros",
                    "authenticationMicros",
                    "setupMicros",
                    "loginMicros",
                    "queryMicros",
                    "closeMicros",
                    "restMicros");

    private static Lab lab;

    @BeforeAll
    static void start() {
        lab = new Lab(Map.of());
        await().atMost(Duration.ofMinutes(2))
                .until(() -> lab.get("/actuator/health/readiness").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    /** One row, by its columns' names. */
    private record Row(List<String> columns, JsonNode cells) {
        JsonNode get(String column) {
            return cells.get(columns.indexOf(column));
        }

        boolean has(String column) {
            return !get(column).isNull();
        }

        boolean isWay(String driver, boolean tuned, boolean tls) {
            return get("driver").asString().equals(driver)
                    && get("tuned").asBoolean() == tuned
                    && get("tls").asBoolean() == tls;
        }
    }

    private static JsonNode run(String parameters) {
        return lab.experiment("price-list?" + parameters);
    }

    private static List<Row> table(JsonNode report, String name) {
        for (JsonNode table : report.path("tables")) {
            if (table.path("name").asString().equals(name)) {
                List<String> columns = new ArrayList<>();
                table.path("columns").forEach(column -> columns.add(column.asString()));
                List<Row> rows = new ArrayList<>();
                table.path("rows").forEach(cells -> rows.add(new Row(columns, cells)));
                return rows;
            }
        }
        throw new AssertionError("no table " + name + " in " + report);
    }

    private static Row way(List<Row> rows, String driver, boolean tuned, boolean tls) {
        return rows.stream().filter(row -> row.isWay(driver, tuned, tls)).findFirst().orElseThrow();
    }

    private static void assertPartsAddUp(List<Row> prices) {
        for (Row row : prices) {
            if (row.has("totalMicros")) {
                double sum =
                        PARTS.stream()
                                .filter(row::has)
                                .mapToDouble(part -> row.get(part).asDouble())
                                .sum();
                assertThat(sum)
                        .as(row.cells().toString())
                        .isCloseTo(row.get("totalMicros").asDouble(), within(0.01));
            }
        }
    }

    private static void assertNothingIsOpen(String backend) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () ->
                                assertThat(lab.backend(backend).status().open())
                                        .isEqualTo(lab.backend(backend).budget().own()));
    }

    @Test
    void mysqlRowsHaveTheDriversOwnStatementsAndRoundTrips() {
        JsonNode report = run("backend=mysql&memory=false" + QUICK);
        List<Row> prices = table(report, "price");
        List<Row> efforts = table(report, "effort");

        assertPartsAddUp(prices);
        assertEffort(way(efforts, "mysql-connector-j", false, false), 3, 5);
        assertEffort(way(efforts, "mysql-connector-j", true, false), 0, 2);
        assertEffort(way(efforts, "mariadb", false, false), 1, 3);
        assertEffort(way(efforts, "mysql-connector-j", false, true), 3, 7);
        Row tuned = way(prices, "mysql-connector-j", true, false);
        assertThat(tuned.get("authentication").asString()).isEqualTo("mysql_native_password");
        assertThat(tuned.has("setupMicros")).isFalse();
        assertThat(way(prices, "mysql-connector-j", false, false).has("setupMicros")).isTrue();
        assertNothingIsOpen("mysql");
    }

    private static void assertEffort(Row row, int statements, int roundTrips) {
        assertThat(row.get("statements").asInt()).isEqualTo(statements);
        assertThat(row.get("roundTrips").asDouble()).isEqualTo(roundTrips);
        assertThat(row.get("clientCpuMicros").asDouble()).isPositive();
        assertThat(row.get("bytesOut").asDouble()).isPositive();
        assertThat(row.get("bytesIn").asDouble()).isPositive();
    }

    @Test
    void whatTlsHidesIsAbsentAndWhatCannotBeMeasuredSaysWhy() {
        JsonNode report = run("backend=mysql&memory=false" + QUICK);
        List<Row> prices = table(report, "price");

        Row encrypted = way(prices, "mysql-connector-j", true, true);
        assertThat(encrypted.has("tlsMicros")).isTrue();
        assertThat(encrypted.has("loginMicros")).isTrue();
        assertThat(encrypted.has("authenticationMicros")).isFalse();
        assertThat(encrypted.has("setupMicros")).isFalse();
        Row cold = prices.getLast();
        assertThat(cold.get("authentication").asString()).isEqualTo("cold");
        assertThat(cold.has("totalMicros")).isFalse();
        assertThat(cold.get("remark").asString()).contains("no cache");
        assertThat(table(report, "control")).hasSize(2);
    }

    @Test
    void postgresRowsAreForEachLoginAndTheRolesMadeForThemAreGoneAfterwards() throws Exception {
        JsonNode report = run("backend=postgres" + QUICK);
        List<Row> prices = table(report, "price");
        List<Row> efforts = table(report, "effort");

        assertPartsAddUp(prices);
        assertThat(prices.stream().map(row -> row.get("authentication").asString()))
                .containsOnly("scram-sha-256", "trust", "md5");
        assertThat(prices).hasSize(12).allMatch(row -> row.has("totalMicros"));
        // The trust row of the tuned driver: the start-up message and its answer.
        Row trust =
                efforts.stream()
                        .filter(row -> row.get("authentication").asString().equals("trust"))
                        .filter(row -> row.isWay("pgjdbc", true, false))
                        .findFirst()
                        .orElseThrow();
        assertEffort(trust, 0, 1);
        // A server process for each connection: far more than MariaDB's threads.
        assertThat(efforts).allMatch(row -> row.get("serverKibPerConnection").asDouble() > 200);
        assertThat(rolesLeft()).isEmpty();
        assertNothingIsOpen("postgres");
    }

    private static List<String> rolesLeft() throws SQLException {
        Server server = lab.backend("postgres").server();
        String url = "jdbc:postgresql://" + server.address() + "/test?sslmode=disable";
        List<String> roles = new ArrayList<>();
        try (Connection connection =
                        DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT rolname FROM pg_roles WHERE rolname LIKE"
                                        + " 'connlab_price%'")) {
            while (rows.next()) {
                roles.add(rows.getString(1));
            }
        }
        return roles;
    }

    @Test
    void memcachedRowsHaveTheirBytesFromARelay() {
        JsonNode report = run("backend=memcached" + QUICK);
        Row row = table(report, "effort").getFirst();

        assertPartsAddUp(table(report, "price"));
        // A key of 96 characters twice, and a value of 400 bytes, with the protocol's own words.
        assertThat(row.get("bytesOut").asDouble()).isBetween(592.0, 1200.0);
        assertThat(row.get("bytesIn").asDouble()).isBetween(496.0, 1200.0);
        assertThat(row.has("clientCpuMicros")).isFalse();
        assertThat(table(report, "price")).hasSizeGreaterThan(1);
        assertThat(table(report, "control").getFirst().get("by").asString()).isEqualTo("relay");
        assertNothingIsOpen("memcached");
    }

    @Test
    void cancelledMidwayItLeavesNothingOpenAndNoRole() throws Exception {
        CompletableFuture<HttpResponse<String>> running =
                CompletableFuture.supplyAsync(
                        () ->
                                lab.send(
                                        "POST",
                                        "/experiments/price-list?backend=postgres",
                                        "Accept",
                                        "application/json"));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> lab.backend("postgres").status().open() > 40);

        lab.send("DELETE", "/experiments/price-list");

        assertThat(Lab.parse(running.get()).path("state").asString()).isEqualTo("cancelled");
        assertThat(rolesLeft()).isEmpty();
        assertNothingIsOpen("postgres");
    }
}
