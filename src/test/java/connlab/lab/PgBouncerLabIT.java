package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Lanes through a real PgBouncer, and through a proxy of which nothing is known. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class PgBouncerLabIT {
    private static final int POOL = 8;
    private static final int CLIENTS = 40;
    private static final int SERVERS = 3;
    private static final int TRIALS = 400;

    private static ServerUnderTest postgres;
    private static PgBouncerProcess pgbouncer;
    private static TcpRelay relay;
    private static Lab lab;

    @BeforeAll
    static void start() throws Exception {
        postgres = RestartableServer.embedded("postgres");
        pgbouncer =
                new PgBouncerProcess(
                        postgres,
                        List.of(
                                "max_client_conn = " + CLIENTS,
                                "default_pool_size = " + SERVERS,
                                "query_wait_timeout = 1"));
        relay = new TcpRelay(postgres.port());
        lab = new Lab(properties());
        await().atMost(Duration.ofSeconds(20))
                .until(() -> lab.get("/trial/pgb-pooled?query=true").statusCode() == 200);
        await().untilAsserted(
                        () ->
                                assertThat(lab.json("/lanes/pgb-pooled").at("/proxy").toString())
                                        .contains("\"state\":\"up\""));
    }

    private static Map<String, Object> properties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("connlab.embedded.enabled", false);
        properties.put("connlab.runs.gap", "300ms");
        properties.put("connlab.backends.sut.type", "postgres");
        properties.put("connlab.backends.sut.read-timeout", "3s");
        // Nobody else's: through a pooling proxy it does not count connlab's connections.
        properties.put("connlab.limits.headroom", 450);
        postgres.settings()
                .forEach((name, value) -> properties.put("connlab.backends.sut." + name, value));
        proxy(properties, "pgb", pgbouncer.port());
        properties.put("connlab.proxies.pgb.type", "pgbouncer");
        proxy(properties, "relay", relay.port());
        lane(properties, "pgb-per-request", "pgb", "per-request");
        lane(properties, "pgb-pooled", "pgb", "pooled");
        properties.put("connlab.lanes.pgb-pooled.pool-size", POOL);
        properties.put("connlab.lanes.pgb-pooled.pool-timeout", "3s");
        lane(properties, "direct", "direct", "per-request");
        lane(properties, "relayed", "relay", "per-request");
        lane(properties, "wrong", "pgb", "per-request");
        properties.put("connlab.lanes.wrong.user", "lab");
        properties.put("connlab.lanes.wrong.password", "hunter2-is-wrong");
        return properties;
    }

    private static void proxy(Map<String, Object> properties, String name, int port) {
        properties.put("connlab.proxies." + name + ".host", "127.0.0.1");
        properties.put("connlab.proxies." + name + ".port", port);
    }

    private static void lane(
            Map<String, Object> properties, String name, String route, String strategy) {
        properties.put("connlab.lanes." + name + ".backend", "sut");
        properties.put("connlab.lanes." + name + ".route", route);
        properties.put("connlab.lanes." + name + ".strategy", strategy);
    }

    @AfterAll
    static void stop() throws Exception {
        try (ServerUnderTest first = postgres;
                PgBouncerProcess second = pgbouncer;
                TcpRelay third = relay;
                Lab last = lab) {
            assertThat(List.of(first, second, third, last)).doesNotContainNull();
        }
    }

    @Test
    void eachPerRequestTrialIsOneClientAndWithAQueryOneTransactionAndTheServersStayFew()
            throws Exception {
        long logins = pgbouncer.logins();
        double opened = settledOpened();

        load("/trial/pgb-per-request?query=true&times=100", "exact", TRIALS / 100);

        JsonNode run = run("exact");
        assertThat(pgbouncer.logins() - logins).isEqualTo(TRIALS);
        assertThat(run.at("/proxy/transactions").asInt()).isEqualTo(TRIALS);
        assertThat(run.at("/proxy/name").asString()).isEqualTo("pgb");
        assertThat(run.at("/proxy/peakServersOpen").asInt()).isBetween(1, SERVERS);
        assertThat(settledOpened() - opened).isLessThanOrEqualTo(SERVERS);
        assertThat(run.has("refusedBy")).isFalse();
        assertThat(doubts(run)).doesNotContain("PostgreSQL was not asked");
    }

    @Test
    void withoutAQueryPostgresIsNotAskedAndTheTrialAndTheRunSaySo() throws Exception {
        long logins = pgbouncer.logins();
        load("/trial/pgb-per-request?times=100", "unasked", 2);
        JsonNode run = run("unasked");

        assertThat(pgbouncer.logins() - logins).isEqualTo(200);
        assertThat(run.at("/proxy/transactions").asInt()).isZero();
        assertThat(doubts(run)).contains("without a query PostgreSQL was not asked");
        assertThat(note("/trial/pgb-per-request")).contains("PostgreSQL was not asked");
        assertThat(note("/trial/pgb-per-request?times=2")).contains("PostgreSQL was not asked");
        assertThat(note("/trial/pgb-per-request?query=true")).isEmpty();
        assertThat(note("/trial/pgb-pooled")).isEmpty();
        assertThat(note("/trial/direct")).isEmpty();
    }

    @Test
    void aPoolInFrontOfPgBouncerHoldsItsClientsAndEveryQueryWorksOnAnyServerConnection() {
        List<HttpResponse<String>> answers =
                lab.load("/trial/pgb-pooled?query=true", 16, TRIALS, "Accept", "application/json");

        assertThat(answers).allMatch(answer -> answer.statusCode() == 200);
        // PgBouncer makes up a session id for its clients; it is none of the server's.
        assertThat(answers).allMatch(answer -> !Lab.parse(answer).has("session"));
        assertThat(lab.json("/trial/direct").has("session")).isTrue();
        // A pool fills in the background, even while others already use it.
        await().until(
                        () ->
                                lab.json("/lanes/pgb-pooled").at("/proxy/clientsActive").asInt()
                                        == POOL);
        JsonNode proxy = lab.json("/lanes/pgb-pooled").get("proxy");
        assertThat(proxy.get("serversOpen").asInt()).isBetween(1, SERVERS);
        assertThat(proxy.get("proxy").asString()).matches("PgBouncer 1\\..+");
        assertThat(proxy.at("/settings/pool_mode").asString()).isEqualTo("transaction");
        assertThat(lab.metric("connlab_proxy_clients_active", "proxy=\"pgb\"")).isEqualTo(POOL);
        assertThat(lab.metric("connlab_proxy_servers_open", "proxy=\"pgb\""))
                .isEqualTo(proxy.get("serversOpen").asDouble());
        assertThat(lab.get("/lanes").body()).containsPattern("pgb +PgBouncer 1\\..* up ");
    }

    @Test
    void poolSizesAreTriedThroughPgBouncerAndStopWhereItsRoomEnds() {
        JsonNode report =
                lab.experiment(
                        "pool-size?lane=pgb-pooled&query=true&max=64&callers=8&rounds=2&millis=200");

        JsonNode rows = report.at("/tables/0/rows");
        int largest = rows.get(rows.size() - 1).get(0).asInt();
        // Its own limit, less the lane's own pool and the probe.
        assertThat(largest).isEqualTo(CLIENTS - POOL - 1);
        assertThat(report.get("notes").toString())
                .contains(
                        "There is room for no larger pool than 31: proxy pgb takes 40 connections");
        assertThat(report.get("verdict").asString())
                .endsWith("of the 40 connections that proxy pgb takes.");
        // PgBouncer's own few, whatever the pool in front of it holds.
        rows.forEach(row -> assertThat(row.get(9).asInt()).isLessThanOrEqualTo(SERVERS + 1));
        await().until(
                        () ->
                                lab.json("/lanes/pgb-pooled").at("/proxy/clientsActive").asInt()
                                        == POOL);
    }

    @Test
    void moreClientsThanPgBouncerAllowsAreRefusedByPgBouncer() throws Exception {
        List<Connection> others = new ArrayList<>();
        HttpResponse<String> refused;
        try {
            fill(others, pgbouncer.port());
            refused = lab.get("/trial/pgb-per-request?query=true", "X-Connlab-Run", "clients");
            assertThat(lab.metric("connlab_proxy_up", "proxy=\"pgb\"")).isEqualTo(1);
        } finally {
            closeAll(others);
        }

        assertProblem(refused, "too-many-connections", "pgbouncer");
        assertThat(Lab.parse(refused).get("wayOut").asString()).contains("max_client_conn");
        assertThat(run("clients").at("/refusedBy/pgbouncer/too-many-connections").asInt())
                .isEqualTo(1);
        assertThat(
                        lab.metric(
                                "connlab_failures_total",
                                "class=\"too-many-connections\",lane=\"pgb-per-request\","
                                        + "refused_by=\"pgbouncer\""))
                .isPositive();
    }

    @Test
    void whoGetsNoServerConnectionInTimeHasWaitedInPgBouncer() throws Exception {
        List<Connection> others = new ArrayList<>();
        HttpResponse<String> waited;
        try {
            for (int i = 0; i < SERVERS; i++) {
                Connection busy = connect(pgbouncer.port());
                others.add(busy);
                busy.setAutoCommit(false);
                execute(busy, "SELECT 1");
            }
            CompletableFuture<HttpResponse<String>> waiting =
                    CompletableFuture.supplyAsync(
                            () ->
                                    lab.get(
                                            "/trial/pgb-per-request?query=true",
                                            "X-Connlab-Run",
                                            "waiting"));
            await().pollInterval(Duration.ofMillis(50))
                    .until(() -> lab.metric("connlab_proxy_clients_waiting", "proxy=\"pgb\"") == 1);
            await().pollInterval(Duration.ofMillis(50))
                    .until(() -> lab.metric("connlab_proxy_longest_wait_seconds", "pgb") > 0);
            waited = waiting.join();
        } finally {
            closeAll(others);
        }

        assertProblem(waited, "timeout", "pgbouncer");
        assertThat(Lab.parse(waited).get("phase").asString()).isEqualTo("query");
        assertThat(Lab.parse(waited).get("wayOut").asString()).contains("default_pool_size");
        JsonNode run = run("waiting");
        assertThat(run.at("/refusedBy/pgbouncer/timeout").asInt()).isEqualTo(1);
        assertThat(run.at("/proxy/peakClientsWaiting").asInt()).isEqualTo(1);
        assertThat(run.at("/proxy/longestWaitSeconds").asDouble()).isBetween(0.3, 3.0);
    }

    @Test
    void aFullPostgresBehindPgBouncerIsToldFromAFullPgBouncer() throws Exception {
        List<Connection> others = new ArrayList<>();
        try {
            try (Connection first = connect(postgres.port())) {
                execute(
                        first,
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ="
                                + " 'lab' AND pid <> pg_backend_pid() AND query NOT LIKE"
                                + " '%numbackends%'");
            }
            fill(others, postgres.port());
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () ->
                                    assertProblem(
                                            lab.get(
                                                    "/trial/pgb-per-request?query=true",
                                                    "X-Connlab-Run",
                                                    "full"),
                                            "too-many-connections",
                                            "postgres"));
        } finally {
            closeAll(others);
        }
        assertThat(run("full").at("/refusedBy/postgres/too-many-connections").asInt()).isPositive();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> lab.get("/trial/pgb-per-request?query=true").statusCode() == 200);
    }

    @Test
    void aWrongPasswordIsRefusedByPgBouncerAndNeverShown() {
        HttpResponse<String> answer = lab.get("/trial/wrong");

        assertProblem(answer, "auth-failed", "pgbouncer");
        assertThat(answer.body()).doesNotContain("hunter2");
    }

    @Test
    void aWrongAnswerIsNobodysRefusalAndOnTheDirectRouteNobodyIsNamed() throws Exception {
        try (Connection other = connect(postgres.port())) {
            execute(other, "ALTER TABLE table1 RENAME TO elsewhere");
            try {
                HttpResponse<String> answer = lab.get("/trial/pgb-per-request?query=true");
                assertProblem(answer, "wrong-answer", null);
            } finally {
                execute(other, "ALTER TABLE elsewhere RENAME TO table1");
            }
        }
    }

    @Test
    void aProxyOfWhichNothingIsKnownWorksAndIsNotAsked() {
        double opened = settledOpened();
        JsonNode answer = lab.json("/trial/relayed?query=true");
        load("/trial/relayed?times=10", "relayed", 3);

        assertThat(answer.has("session")).isTrue();
        assertThat(settledOpened() - opened).isEqualTo(31);
        assertThat(run("relayed").has("proxy")).isFalse();
        JsonNode proxy = lab.json("/lanes/relayed").get("proxy");
        assertThat(proxy.get("address").asString()).isEqualTo("127.0.0.1:" + relay.port());
        assertThat(proxy.has("state")).isFalse();
        assertThat(lab.metric("connlab_proxy_up", "proxy=\"relay\"")).isZero();
        assertThat(lab.get("/actuator/prometheus").body()).doesNotContain("proxy=\"relay\"");
    }

    @Test
    void aTypeOfProxyThatDoesNotExistStopsTheStartAndTheKnownOnesArePrinted() {
        Map<String, Object> properties = properties();
        properties.put("connlab.proxies.pgb.type", "pgbounce");

        assertThatThrownBy(() -> new Lab(properties).close())
                .rootCause()
                .hasMessageContaining("connlab.proxies.pgb.type is 'pgbounce'")
                .hasMessageContaining("Known: pgbouncer.");
    }

    @Test
    void zStoppedPgBouncerRefusesEveryLaneThroughItAndIsBackByItself() throws Exception {
        pgbouncer.stop();

        assertProblem(lab.get("/trial/pgb-per-request"), "connect-refused", "pgbouncer");
        await().atMost(Duration.ofSeconds(8))
                .untilAsserted(
                        () ->
                                assertProblem(
                                        lab.get("/trial/pgb-pooled?query=true"),
                                        "connect-refused",
                                        "pgbouncer"));
        await().until(() -> lab.metric("connlab_proxy_up", "proxy=\"pgb\"") == 0);
        assertThat(lab.json("/lanes/pgb-pooled").get("reason").asString())
                .startsWith("proxy pgb: connect-refused");
        assertThat(lab.json("/lanes/direct").get("state").asString()).isEqualTo("up");
        assertThat(lab.get("/actuator/prometheus").body())
                .contains("connlab_proxy_servers_open{proxy=\"pgb\"} NaN");

        pgbouncer.start();
        for (String lane : List.of("pgb-per-request", "pgb-pooled")) {
            await().atMost(Duration.ofSeconds(8))
                    .until(() -> lab.get("/trial/" + lane + "?query=true").statusCode() == 200);
        }
        await().until(() -> lab.metric("connlab_proxy_up", "proxy=\"pgb\"") == 1);
    }

    private static void load(String path, String label, int requests) {
        lab.load(path, 4, requests, "X-Connlab-Run", label)
                .forEach(
                        answer -> assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200));
    }

    private static JsonNode run(String label) {
        return await().until(
                        () -> lab.json("/runs?wait=true&label=" + label), runs -> !runs.isEmpty())
                .get(0);
    }

    private static String doubts(JsonNode run) {
        return run.get("doubts").toString();
    }

    private static String note(String path) {
        return lab.json(path).path("note").asString("");
    }

    /** By PostgreSQL's own count, of everything that happened before this call. */
    private static double settledOpened() {
        long now = System.nanoTime();
        var status = lab.backend("sut");
        await().until(
                        () -> {
                            var sample = status.status().sample();
                            return sample != null && sample.askedNanos() - now > 300_000_000;
                        });
        return status.status().sample().opened();
    }

    private static void assertProblem(HttpResponse<String> answer, String failure, String who) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        JsonNode problem = Lab.parse(answer);
        assertThat(problem.get("failure").asString()).as(answer.body()).isEqualTo(failure);
        assertThat(problem.path("refusedBy").asString(null)).as(answer.body()).isEqualTo(who);
    }

    private static Connection connect(int port) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/test?sslmode=disable&prepareThreshold=0",
                (String) postgres.settings().get("user"),
                (String) postgres.settings().get("password"));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Opens connections until one is refused. */
    private static void fill(List<Connection> others, int port) {
        while (others.size() < 1_000) {
            try {
                others.add(connect(port));
            } catch (SQLException _) {
                return;
            }
        }
        throw new AssertionError("no limit below 1,000");
    }

    private static void closeAll(List<Connection> connections) throws SQLException {
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
