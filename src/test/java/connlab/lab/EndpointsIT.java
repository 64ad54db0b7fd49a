package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;

import net.spy.memcached.compat.SpyObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The service as a stranger starts it: nothing configured, everything embedded. */
class EndpointsIT {
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/connect",
                "/connect?query=true",
                "/connect?backend=postgres&query=true",
                "/connect?backend=mysql&route=direct&client=mysql-connector-j",
                "/connect?lane=postgres-per-request",
                "/pconnect",
                "/pconnect?query=true",
                "/pconnect?backend=postgres&query=true&via=direct",
                "/memcached",
                "/memcached?strategy=per-request",
                "/memcached?op=set&key=abc&size=10",
                "/trial/noop",
                "/trial/mysql-pooled?query=true",
                "/empty"
            })
    void aTrialAnswersAnEmptyOk(String path) {
        await().atMost(Duration.ofSeconds(5)).until(() -> lab.get(path).statusCode() == 200);
        HttpResponse<String> answer = lab.get(path, "Accept", "*/*");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    /**
     * By the class of each logger, for spymemcached names it after the object that logs: ours, if
     * it extends one of its.
     */
    @Test
    void spymemcachedLogsNothing() {
        assertThat(lab.get("/memcached").statusCode()).isEqualTo(200);

        LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
        assertThat(loggers.getLoggerList())
                .filteredOn(logger -> isSpymemcached(logger.getName()))
                .isNotEmpty()
                .allSatisfy(logger -> assertThat(logger.getEffectiveLevel()).isEqualTo(Level.OFF));
    }

    /** Without initialising the class: netty's own loggers are named after classes that fail it. */
    private static boolean isSpymemcached(String name) {
        try {
            ClassLoader loader = SpyObject.class.getClassLoader();
            return SpyObject.class.isAssignableFrom(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError _) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    /connect?backend=oracle         | backend  | mysql, postgres
                    /connect?backend=memcached      | backend  | /memcached?lane=
                    /connect?lane=nosuch            | lane     | mysql-per-request
                    /connect?lane=mysql-pooled      | lane     | /pconnect?lane=mysql-pooled
                    /connect?lane=noop              | lane     | /trial/noop
                    /connect?lane=mysql-per-request&backend=mysql | backend | alone
                    /connect?strategy=pooled        | strategy | per-request
                    /connect?route=nginx            | route    | direct
                    /connect?route=a&via=b          | via      | disagree
                    /connect?client=odbc            | client   | mysql-connector-j
                    /connect?times=0                | times    | 1 to 1000
                    /connect?times=1001             | times    | 1 to 1000
                    /connect?times=x                | times    | 1 to 1000
                    /connect?times=1&times=2        | times    | once
                    /connect?query=perhaps          | query    | true or false
                    /connect?qeury=true             | qeury    | backend, client, lane, query, route
                    /memcached?via=apache           | via      | direct
                    /trial/noop?times=2&nap=1ms     | nap      | delay, fail, times
                    /memcached?op=delete            | op       | set, get, roundtrip
                    /memcached?op=get               | key      | op=get needs key=
                    /memcached?key=a%20b            | key      | 1 to 250
                    /memcached?key=a%0D%0Aflush_all | key      | 1 to 250
                    /memcached?key=%C3%BC           | key      | 1 to 250
                    /memcached?key=                 | key      | 1 to 250
                    /memcached?size=-1              | size     | 0 to
                    /memcached?size=1048577         | size     | 0 to
                    /trial/noop?delay=1h            | delay    | 0 to 10000 ms
                    /trial/noop?fail=2              | fail     | 0 to 1
                    """)
    void badInputNamesTheParameterAndWhatIsAllowed(String path, String parameter, String allowed) {
        HttpResponse<String> answer = lab.get(path);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("application/problem+json");
        assertThat(Lab.parse(answer).get("parameter").asString()).isEqualTo(parameter);
        assertThat(Lab.parse(answer).get("detail").asString()).contains(allowed);
    }

    @Test
    void keysOfTwoHundredAndFiftyBytesAreTheLongest() {
        String longest = "k".repeat(250);

        assertThat(lab.get("/memcached?key=" + longest).statusCode()).isEqualTo(200);
        assertThat(lab.get("/memcached?key=" + longest + "k").statusCode()).isEqualTo(400);
    }

    @Test
    void badInputReachesNoServer() {
        double before = trials();

        lab.get("/connect?backend=oracle");
        lab.get("/memcached?key=a%20b");
        lab.get("/connect?times=0");

        assertThat(trials()).isEqualTo(before);
    }

    private static double trials() {
        return lab.metric("connlab_trial_seconds_count", "");
    }

    @Test
    void timesAnswersTotalsAndPercentilesOfEachPhase() {
        var answer = Lab.parse(lab.get("/connect?times=20"));

        assertThat(answer.get("lane").asString()).isEqualTo("mysql-per-request");
        assertThat(answer.get("completed").asInt()).isEqualTo(20);
        var connect = answer.get("phases").get("connect");
        assertThat(connect.get("count").asInt()).isEqualTo(20);
        assertThat(connect.get("p50Micros").asDouble()).isPositive();
        assertThat(connect.get("maxMicros").asDouble())
                .isGreaterThanOrEqualTo(connect.get("p99Micros").asDouble());
        assertThat(answer.get("trial").get("totalMicros").asDouble())
                .isGreaterThan(connect.get("totalMicros").asDouble());
    }

    @Test
    void theFirstFailureEndsTheRowAndSaysHowManyWereCompleted() {
        var answer = lab.get("/trial/noop?times=1000&fail=0.2");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(Lab.parse(answer).get("completed").asInt()).isBetween(0, 999);
    }

    @Test
    void lanesSayWhichServerStandsBehindEach() {
        String text = lab.get("/lanes").body();
        var json = lab.json("/lanes/mysql-pooled");

        assertThat(text).contains("MariaDB 11.4").contains("PostgreSQL 18.4").contains("embedded");
        assertThat(text.lines().count()).isEqualTo(1L + lab.lanes().all().size());
        assertThat(json.get("server").asString()).startsWith("MariaDB 11.4");
        assertThat(json.get("state").asString()).isEqualTo("up");
        assertThat(json.get("open").asInt()).isEqualTo(10);
        assertThat(json.get("limit").asInt()).isGreaterThan(100);
        assertThat(lab.get("/lanes/nosuch").statusCode()).isEqualTo(404);
    }

    @Test
    void everyFaceOfTheLanesHasEveryLane() {
        int lanes = lab.lanes().all().size();
        String page = lab.get("/lanes", "Accept", "text/html,*/*;q=0.8").body();
        List<String> csv = lab.get("/lanes", "Accept", "text/csv").body().lines().toList();

        assertThat(lab.json("/lanes")).hasSize(lanes);
        assertThat(page.split("<tr>", -1)).hasSize(lanes + 1 + 1);
        assertThat(page).contains("<a href=\"/lanes/mysql-pooled\">mysql-pooled</a>");
        assertThat(csv).hasSize(lanes + 1).first().asString().contains(",opened,limit,pool.held,");
        assertThat(csv).anyMatch(line -> line.matches("mysql-pooled,mysql,.*,up,,10,.*,10,10,.*"));
        assertThat(lab.get("/lanes/noop", "Accept", "text/csv").body().lines()).hasSize(2);
        assertThat(lab.get("/lanes/noop", "Accept", "text/html").body())
                .contains("<h1>Lane noop</h1>");
    }

    @Test
    void lanesThroughAProxyWithoutAnAddressAreDownAndSayHowToGiveItOne() {
        String how = "CONNLAB_PGBOUNCER_HOST=127.0.0.1";
        HttpResponse<String> trial = lab.get("/connect?backend=postgres&via=pgbouncer");

        assertThat(trial.statusCode()).isEqualTo(503);
        assertThat(Lab.parse(trial).get("detail").asString()).contains(how);
        assertThat(lab.json("/lanes/postgres-pgbouncer-pooled").get("state").asString())
                .isEqualTo("down");
        assertThat(lab.json("/lanes/postgres-pgbouncer-pooled").get("reason").asString())
                .contains(how);
    }

    @ParameterizedTest
    @CsvSource({
        "/nosuch, 404",
        "/trial/nosuch, 404",
        "/actuator/env, 404",
        "/actuator/beans, 404",
        "/actuator/health, 200",
        "/actuator/health/liveness, 200",
        "/actuator/info, 200",
        "/actuator/prometheus, 200",
        "/actuator/metrics, 200"
    })
    void pathsAreThereOrAreNot(String path, int status) {
        assertThat(lab.get(path).statusCode()).isEqualTo(status);
    }

    @Test
    void otherSitesAndReboundNamesAreRefused() {
        HttpResponse<String> crossSite = lab.get("/connect", "Sec-Fetch-Site", "cross-site");

        assertThat(crossSite.statusCode()).isEqualTo(403);
        assertThat(lab.get("/connect", "Sec-Fetch-Site", "same-origin").statusCode())
                .isEqualTo(200);
        assertThat(RawHttp.status(lab.base(), "evil.example")).isEqualTo(403);
        assertThat(RawHttp.status(lab.base(), "localhost:8080")).isEqualTo(200);
    }

    @Test
    void aLabelThatCouldBeSomethingElseIsRefused() {
        assertThat(lab.get("/connect", "X-Connlab-Run", "storm/3").statusCode()).isEqualTo(200);
        assertThat(lab.get("/connect", "X-Connlab-Run", "../../etc").statusCode()).isEqualTo(400);
        assertThat(lab.get("/connect", "X-Connlab-Intended", "soon").statusCode()).isEqualTo(400);
    }
}
