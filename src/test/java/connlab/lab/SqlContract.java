package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a database owes beyond {@link BackendContract}. */
abstract class SqlContract extends BackendContract {
    SqlContract(String type) {
        super(type);
    }

    /** For connections that connlab knows nothing of. */
    abstract String url();

    /** The pool of the tiny lane has one. */
    @Override
    int held() {
        return POOL + 1;
    }

    @Override
    Map<String, Object> moreLanes() {
        Map<String, Object> lanes = new LinkedHashMap<>();
        lane(lanes, "tiny", "pooled");
        lanes.put("connlab.lanes.tiny.pool-size", 1);
        lanes.put("connlab.lanes.tiny.pool-timeout", "300ms");
        return lanes;
    }

    @Test
    void pooledTrialsShareASmallNumberOfServerSessions() {
        Set<Long> sessions = new HashSet<>();
        for (HttpResponse<String> answer :
                lab().load(
                                "/trial/pooled?query=true",
                                16,
                                100 * POOL,
                                "Accept",
                                "application/json")) {
            sessions.add(Lab.parse(answer).get("session").asLong());
        }

        assertThat(sessions).hasSizeBetween(1, POOL);
    }

    @Test
    void aRunNamesWhatItWasMeasuredOnAsTheServerAndTheJvmDo() throws Exception {
        JsonNode environment = runOf("pooled", "named").get("environment");

        try (Connection own = DriverManager.getConnection(url(), login())) {
            String version = own.getMetaData().getDatabaseProductVersion();
            // Connector/J calls a MariaDB MySQL.
            String product =
                    version.contains("MariaDB")
                            ? "MariaDB"
                            : own.getMetaData().getDatabaseProductName();
            assertThat(environment.get("server").asString())
                    .isEqualTo(product + " " + version.split("[- ]")[0]);
            assertThat(environment.get("client").asString())
                    .endsWith(" " + driverVersion(own.getMetaData().getDriverVersion()));
            assertThat(environment.at("/serverSettings/max_connections").asString())
                    .isEqualTo(asked(own, maxConnections()));
        }
        assertThat(environment.at("/clientSettings/pool-size").asInt()).isEqualTo(POOL);
        assertThat(environment.get("jdk").asString()).isEqualTo(Runtime.version().toString());
        assertThat(environment.get("kernel").asString())
                .isEqualTo(System.getProperty("os.name") + " " + System.getProperty("os.version"));
        assertThat(environment.get("cores").asInt())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    private static String driverVersion(String words) {
        Matcher version = Pattern.compile("\\d+(\\.\\d+)+").matcher(words);
        assertThat(version.find()).isTrue();
        return version.group();
    }

    /** The query that asks the server for its limit. */
    abstract String maxConnections();

    static String asked(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    @Test
    void perRequestTrialsHaveASessionEach() {
        Set<Long> sessions = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            sessions.add(lab().json("/trial/per-request").get("session").asLong());
        }

        assertThat(sessions).hasSize(50);
    }

    @Test
    void aQueryIsAPhaseAndAbsentWithoutOne() {
        assertThat(lab().json("/trial/per-request?query=true").get("phasesMicros").has("query"))
                .isTrue();
        assertThat(lab().json("/trial/per-request").get("phasesMicros").has("query")).isFalse();
    }

    /** In a lab of its own: its pool goes on trying, and MySQL counts failed logins as opened. */
    @Test
    void aWrongPasswordIsAuthFailedAlsoBehindAPool() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("connlab.embedded.enabled", false);
        backend(properties, "wrong");
        properties.put("connlab.backends.wrong.password", "hunter2-is-wrong");
        for (String strategy : List.of("per-request", "pooled")) {
            properties.put("connlab.lanes.wrong-" + strategy + ".backend", "wrong");
            properties.put("connlab.lanes.wrong-" + strategy + ".strategy", strategy);
            properties.put("connlab.lanes.wrong-" + strategy + ".pool-timeout", "500ms");
        }
        try (Lab wrong = new Lab(properties)) {
            await().untilAsserted(
                            () ->
                                    assertProblem(
                                            wrong.get("/trial/wrong-per-request"), "auth-failed"));
            HttpResponse<String> pooled = wrong.get("/trial/wrong-pooled");
            assertProblem(pooled, "auth-failed");
            assertThat(pooled.body()).doesNotContain("hunter2");
            assertThat(wrong.get("/lanes").body()).doesNotContain("hunter2");
        }
    }

    /** In a lab of its own: what it opened is gone with it. */
    @Test
    void aPoolThatMayGoColdHoldsNothingUntilItIsAsked() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("connlab.embedded.enabled", false);
        backend(properties, "quiet");
        properties.put("connlab.lanes.cold.backend", "quiet");
        properties.put("connlab.lanes.cold.strategy", "pooled");
        properties.put("connlab.lanes.cold.pool-size", 3);
        properties.put("connlab.lanes.cold.pool-min-idle", 0);
        try (Lab cold = new Lab(properties)) {
            await().until(() -> cold.json("/lanes/cold").get("state").asString().equals("up"));
            assertThat(cold.json("/lanes/cold").get("pool").toString())
                    .isEqualTo("{\"held\":0,\"size\":3,\"minIdle\":0}");

            cold.load("/trial/cold?query=true", 16, 200)
                    .forEach(answer -> assertThat(answer.statusCode()).isEqualTo(200));

            assertThat(cold.json("/lanes/cold").get("pool").get("held").asInt()).isBetween(1, 3);
        }
    }

    private void backend(Map<String, Object> properties, String name) {
        properties.put("connlab.backends." + name + ".type", sut().type().type());
        server().settings()
                .forEach((key, v) -> properties.put("connlab.backends." + name + "." + key, v));
    }

    @Test
    void aMissingTableIsAWrongAnswer() throws SQLException {
        try (Connection other = DriverManager.getConnection(url(), login());
                var statement = other.createStatement()) {
            statement.execute("ALTER TABLE table1 RENAME TO elsewhere");
            try {
                assertProblem(lab().get("/trial/per-request?query=true"), "wrong-answer");
                assertProblem(lab().get("/trial/pooled?query=true"), "wrong-answer");
            } finally {
                statement.execute("ALTER TABLE elsewhere RENAME TO table1");
            }
        }
    }

    @Test
    void aWrongRowIsAWrongAnswer() throws SQLException {
        try (Connection other = DriverManager.getConnection(url(), login());
                var statement = other.createStatement()) {
            statement.execute("UPDATE table1 SET id = 1001 WHERE id = 1");
            try {
                assertProblem(lab().get("/trial/per-request?query=true"), "wrong-answer");
            } finally {
                statement.execute("UPDATE table1 SET id = 1 WHERE id = 1001");
            }
        }
    }

    @Test
    void aPoolWhoseOnlyConnectionIsBusyIsExhausted() throws Exception {
        await().until(() -> lab().get("/trial/tiny").statusCode() == 200);
        server().freeze();
        CompletableFuture<HttpResponse<String>> busy;
        HttpResponse<String> second;
        try {
            busy = CompletableFuture.supplyAsync(() -> lab().get("/trial/tiny?query=true"));
            Thread.sleep(150);
            second = lab().get("/trial/tiny");
        } finally {
            server().thaw();
        }
        busy.join();

        assertProblem(second, "pool-exhausted");
        assertThat(Lab.parse(second).get("active").asInt()).isEqualTo(1);
        assertThat(Lab.parse(second).get("idle").asInt()).isZero();
        await().until(() -> lab().get("/trial/tiny").statusCode() == 200);
    }

    @Test
    void aServerAtItsLimitIsTooManyConnectionsAndTheProbeStillAnswers() throws SQLException {
        List<Connection> others = new ArrayList<>();
        try {
            fill(others);
            assertProblem(lab().get("/trial/per-request"), "too-many-connections");
            assertThat(sut().status().up()).isTrue();
            assertThat(settledOpen()).isGreaterThanOrEqualTo(others.size());
        } finally {
            for (Connection other : others) {
                other.close();
            }
        }
        await().atMost(Duration.ofSeconds(5))
                .until(() -> lab().get("/trial/per-request").statusCode() == 200);
    }

    @Test
    void aLabClosedWhileItStartsLeavesNothingOpen() throws Exception {
        settled();
        server().freeze();
        try (Lab late = new Lab(late(1))) {
            await().until(() -> late.backend("late").server() != null);
        } finally {
            server().thaw();
        }

        assertOnlyThisLabsConnectionsAreOpen();
    }

    @Test
    void aPoolClosedWhileItConnectsLeavesNothingOpen() throws Exception {
        settled();
        try (Lab late = new Lab(late(0))) {
            await().until(() -> late.lanes().find("late").orElseThrow().down().isEmpty());
            server().freeze();
            assertProblem(late.get("/trial/late"), "pool-exhausted");
        } finally {
            server().thaw();
        }

        assertOnlyThisLabsConnectionsAreOpen();
    }

    /** For a while: the pools are still filling after a frozen server. */
    private void assertOnlyThisLabsConnectionsAreOpen() {
        await().atMost(Duration.ofSeconds(60))
                .during(Duration.ofSeconds(1))
                .until(() -> sut().budget().own() == held() && sut().status().open() == held());
    }

    /** A lab of its own with one pool, which waits long for the server. */
    private Map<String, Object> late(int minIdle) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("connlab.embedded.enabled", false);
        backend(properties, "late");
        properties.put("connlab.backends.late.read-timeout", "60s");
        lane(properties, "late", "pooled");
        properties.put("connlab.lanes.late.backend", "late");
        properties.put("connlab.lanes.late.pool-min-idle", minIdle);
        properties.put("connlab.lanes.late.pool-timeout", "500ms");
        return properties;
    }

    private double settledOpen() {
        long now = System.nanoTime();
        await().until(
                        () -> {
                            var sample = sut().status().sample();
                            return sample != null && sample.askedNanos() - now > 0;
                        });
        return sut().status().open();
    }

    /** Opens connections until the server refuses one. */
    private void fill(List<Connection> others) {
        while (others.size() < 10_000) {
            try {
                others.add(DriverManager.getConnection(url(), login()));
            } catch (SQLException _) {
                return;
            }
        }
        throw new AssertionError("no limit below 10,000");
    }

    @Test
    void headroomOfAConfiguredServerIsLeftFree() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("connlab.embedded.enabled", false);
        backend(properties, "guarded");
        properties.put("connlab.limits.headroom", (int) sut().status().limit());
        properties.put("connlab.lanes.guarded.backend", "guarded");
        properties.put("connlab.lanes.guarded.strategy", "per-request");
        properties.put("connlab.lanes.guarded-pool.backend", "guarded");
        properties.put("connlab.lanes.guarded-pool.strategy", "pooled");
        properties.put("connlab.lanes.guarded-pool.pool-timeout", "500ms");
        try (Lab guarded = new Lab(properties)) {
            await().until(() -> guarded.backend("guarded").status().up());
            await().until(
                            () ->
                                    !guarded.lanes().find("guarded").orElseThrow().down().isEmpty()
                                            || guarded.backend("guarded").status().sample()
                                                    != null);
            await().untilAsserted(() -> assertProblem(guarded.get("/trial/guarded"), "headroom"));
            assertProblem(guarded.get("/trial/guarded-pool"), "headroom");
        }
    }

    final Properties login() {
        Properties login = new Properties();
        login.setProperty("user", (String) server().settings().get("user"));
        login.setProperty("password", (String) server().settings().get("password"));
        return login;
    }
}
