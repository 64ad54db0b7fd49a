package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import connlab.backend.Sample;
import connlab.lane.BackendRuntime;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

import tools.jackson.databind.JsonNode;

import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every type of backend owes its users, tried on a real server through the real service. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.MethodName.class)
abstract class BackendContract {
    static final int POOL = 8;
    static final Duration READ_TIMEOUT = Duration.ofSeconds(1);

    /** A hundred times the pool. */
    private static final int TRIALS = 100 * POOL;

    private final String type;
    private ServerUnderTest server;
    private Lab lab;

    BackendContract(String type) {
        this.type = type;
    }

    abstract ServerUnderTest startServer() throws Exception;

    /** Properties of further lanes, by their full names. */
    Map<String, Object> moreLanes() {
        return Map.of();
    }

    @BeforeAll
    final void start() throws Exception {
        server = startServer();
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("connlab.embedded.enabled", false);
        properties.put("connlab.limits.headroom", 0);
        properties.put("connlab.backends.sut.type", type);
        properties.put("connlab.backends.sut.read-timeout", READ_TIMEOUT.toMillis() + "ms");
        server.settings().forEach((name, v) -> properties.put("connlab.backends.sut." + name, v));
        lane(properties, "per-request", "per-request");
        lane(properties, "pooled", "pooled");
        properties.put("connlab.lanes.pooled.pool-size", POOL);
        properties.put("connlab.lanes.pooled.clients", POOL);
        properties.put("connlab.lanes.pooled.pool-timeout", "3s");
        lane(properties, "narrow", "per-request");
        properties.put("connlab.lanes.narrow.max-in-flight", 2);
        properties.putAll(moreLanes());
        lab = new Lab(properties);
        await().atMost(Duration.ofSeconds(20)).until(() -> sut().status().up());
        await().until(() -> lab.get("/trial/pooled").statusCode() == 200);
    }

    /** Connections that all pooled lanes keep open between trials. */
    int held() {
        return POOL;
    }

    static void lane(Map<String, Object> properties, String name, String strategy) {
        properties.put("connlab.lanes." + name + ".backend", "sut");
        properties.put("connlab.lanes." + name + ".strategy", strategy);
    }

    @AfterAll
    final void stop() throws Exception {
        try (ServerUnderTest ending = server;
                Lab closing = lab) {
            assertThat(ending).isNotNull();
            assertThat(closing).isNotNull();
        }
    }

    final Lab lab() {
        return lab;
    }

    final ServerUnderTest server() {
        return server;
    }

    final BackendRuntime sut() {
        return lab.backend("sut");
    }

    @Test
    void perRequestOpensExactlyOneConnectionForEachTrialByTheServersOwnCount() {
        double before = settled().opened();
        double countedBefore = lab.metric("connlab_trial_seconds_count", "lane=\"per-request\"");

        lab.load("/trial/per-request?times=100", 8, TRIALS / 100)
                .forEach(answer -> assertThat(answer.statusCode()).isEqualTo(200));

        assertThat(settled().opened() - before).isEqualTo(TRIALS);
        assertThat(
                        lab.metric("connlab_trial_seconds_count", "lane=\"per-request\"")
                                - countedBefore)
                .isEqualTo(TRIALS);
        assertThat(lab.metric("connlab_server_connections_opened_total", "backend=\"sut\""))
                .isEqualTo(settled().opened());
    }

    @Test
    void pooledOpensNothingBeyondItsSizeAndTheProbeLeavesItselfOut() {
        Sample before = settled();

        lab.load("/trial/pooled?times=100", 8, TRIALS / 100)
                .forEach(answer -> assertThat(answer.statusCode()).isEqualTo(200));

        Sample after = settled();
        assertThat(after.opened()).isEqualTo(before.opened());
        assertThat(after.open()).isEqualTo(lab.backend("sut").budget().own());
    }

    /** The run of a hundred trials. */
    final JsonNode runOf(String lane, String label) {
        lab.get("/trial/" + lane + "?times=100", "X-Connlab-Run", label);
        return await().until(
                        () -> lab.json("/runs?wait=true&label=" + label), runs -> !runs.isEmpty())
                .get(0);
    }

    @Test
    void waitingAtTheAdmissionLimitIsAPhaseOfItsOwn() {
        List<HttpResponse<String>> answers =
                lab.load("/trial/narrow", 16, 64, "Accept", "application/json");

        assertThat(answers).allMatch(a -> Lab.parse(a).get("phasesMicros").has("wait"));
        assertThat(lab.json("/trial/per-request").get("phasesMicros").has("wait")).isFalse();
    }

    @Test
    void zFrozenServerIsATimeoutAndItIsBackByItselfOnceItRuns() throws Exception {
        server.freeze();
        try {
            assertProblem(lab.get("/trial/per-request"), "timeout");
            await().atMost(Duration.ofSeconds(10)).until(() -> !sut().status().up());
            assertThat(lab.metric("connlab_probe_up", "backend=\"sut\"")).isZero();
            assertThat(lab.get("/actuator/prometheus").body())
                    .contains("connlab_server_connections_open{backend=\"sut\"} NaN");
        } finally {
            server.thaw();
        }
        assertBothWorkWithin(Duration.ofSeconds(5));
    }

    @Test
    void zzStoppedServerIsARefusedConnectOnEveryLaneAndItIsBackByItselfWithinFiveSeconds()
            throws Exception {
        server.stop();
        assertProblem(lab.get("/trial/per-request"), "connect-refused");
        await().atMost(Duration.ofSeconds(8))
                .untilAsserted(() -> assertProblem(lab.get("/trial/pooled"), "connect-refused"));
        assertThat(lab.get("/lanes/pooled").body()).contains("down: ");
        assertThat(lab.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        // Long enough for any back-off to have grown.
        Thread.sleep(4000);

        server.startAgain();
        awaitListening();
        assertBothWorkWithin(Duration.ofSeconds(5));
    }

    private void awaitListening() {
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(
                        () -> {
                            try (var socket = new Socket("127.0.0.1", server.port())) {
                                return socket.isConnected();
                            }
                        });
    }

    private void assertBothWorkWithin(Duration most) {
        await().atMost(most).until(() -> lab.get("/trial/per-request").statusCode() == 200);
        await().atMost(most).until(() -> lab.get("/trial/pooled").statusCode() == 200);
        await().atMost(most).until(() -> sut().status().up());
    }

    final void assertProblem(HttpResponse<String> answer, String failure) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("application/problem+json");
        assertThat(Lab.parse(answer).get("failure").asString())
                .as(answer.body())
                .isEqualTo(failure);
        assertThat(Lab.parse(answer).get("type").asString())
                .isEqualTo("urn:connlab:problem:" + failure);
        assertThat(answer.body()).doesNotContain("jdbc:").doesNotContain("Exception");
    }

    /** A sample that was asked for after everything that happened before this call. */
    final Sample settled() {
        long now = System.nanoTime();
        // Servers count a session as closed a moment after its client has closed it.
        // A pool that was emptied by another test may still be filling, and HikariCP looks after
        // that every 30 seconds only.
        Sample[] last = new Sample[1];
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(120))
                .until(
                        () -> {
                            Sample sample = sut().status().sample();
                            boolean quiet =
                                    sample != null
                                            && sample.askedNanos() - now > 0
                                            && sample.open() <= held()
                                            && sut().budget().own() == held();
                            last[0] = sample;
                            return quiet;
                        });
        return last[0];
    }
}
