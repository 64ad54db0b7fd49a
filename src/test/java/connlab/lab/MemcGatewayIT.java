package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The route through nginx with the memc module, with the shipped lane and configuration. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class MemcGatewayIT {
    private static final String LEGAL =
            IntStream.rangeClosed('!', '~')
                    .mapToObj(Character::toString)
                    .collect(Collectors.joining());

    private static ServerUnderTest memcached;
    private static MemcGateway kept;
    private static MemcGateway unkept;
    private static Lab lab;

    @BeforeAll
    static void start() throws Exception {
        memcached = RestartableServer.embedded("memcached");
        kept = MemcGateway.keepingConnections(memcached.port());
        unkept = MemcGateway.keepingNone(memcached.port());
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("connlab.embedded.enabled", false);
        properties.put("CONNLAB_MEMCACHED_HOST", "127.0.0.1");
        properties.put("CONNLAB_MEMCACHED_PORT", memcached.port());
        properties.put("CONNLAB_MEMC_GATEWAY_URL", kept.url());
        properties.put("connlab.backends.memcached.read-timeout", "1s");
        lane(properties, "unkept", unkept.url());
        lane(properties, "nobody-there", "http://127.0.0.1:1/");
        lane(properties, "nowhere", "");
        lab = new Lab(properties);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> lab.get("/memcached?route=nginx").statusCode() == 200);
    }

    private static void lane(Map<String, Object> properties, String name, String url) {
        properties.put("connlab.proxies." + name + ".url", url);
        properties.put("connlab.lanes." + name + ".backend", "memcached");
        properties.put("connlab.lanes." + name + ".route", name);
        properties.put("connlab.lanes." + name + ".strategy", "pooled");
        properties.put("connlab.lanes." + name + ".driver", "memc-http");
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable started : Arrays.asList(lab, unkept, kept, memcached)) {
            if (started != null) {
                started.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/memcached?route=nginx",
                "/memcached?via=nginx",
                "/memcached?via=nginx&client=memc-http&strategy=pooled",
                "/memcached?lane=memcached-nginx",
                "/trial/memcached-nginx?size=0",
                "/trial/memcached-nginx?size=1000000"
            })
    void theSameTrialGoesThroughNginx(String path) {
        JsonNode answer = lab.json(path);

        assertThat(answer.get("lane").asString()).isEqualTo("memcached-nginx");
        assertThat(answer.get("phasesMicros").propertyNames())
                .containsExactly("connect", "set", "get", "close");
    }

    @Test
    void everyLegalKeyIsTheSameKeyOnBothRoutes() throws IOException {
        List<String> keys =
                IntStream.rangeClosed('!', '~')
                        .mapToObj(c -> "key-" + Character.toString(c) + "-end")
                        .collect(Collectors.toList());
        keys.addAll(List.of(LEGAL, "..", "../../x", "a//b", "/", "%", "%41", "%25", "a+b&key=c"));
        for (String key : keys) {
            String escaped = URLEncoder.encode(key, StandardCharsets.UTF_8);
            crosses(escaped, "nginx", "direct", 11);
            crosses(escaped, "direct", "nginx", 12);
            assertThat(valueSize(key.replace("%", "%25"))).as(key).isEqualTo(12);
        }
    }

    private static void crosses(String key, String from, String to, int size) {
        String set = "/memcached?op=set&key=%s&size=%d&route=%s".formatted(key, size, from);
        assertThat(lab.get(set).statusCode()).as(set).isEqualTo(200);
        String get = "/memcached?op=get&key=%s&size=%d&route=%s".formatted(key, size, to);
        assertThat(lab.get(get).statusCode()).as(get).isEqualTo(200);
    }

    /** Asks memcached itself, with no library between. */
    private static int valueSize(String key) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", memcached.port())) {
            socket.getOutputStream().write(("get " + key + "\r\n").getBytes("US-ASCII"));
            String head =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), "US-ASCII"))
                            .readLine();
            return head.startsWith("VALUE ")
                    ? Integer.parseInt(head.substring(head.lastIndexOf(' ') + 1))
                    : -1;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%20b", "a%0Ab", "%C3%A9", "a%7Fb", ""})
    void whatIsNoKeyIsRefusedAlikeOnBothRoutes(String key) {
        HttpResponse<String> direct = lab.get("/memcached?key=" + key);
        HttpResponse<String> nginx = lab.get("/memcached?route=nginx&key=" + key);

        assertThat(nginx.statusCode()).isEqualTo(400);
        assertThat(Lab.parse(nginx).get("detail")).isEqualTo(Lab.parse(direct).get("detail"));
    }

    /** nginx opens one for each HTTP request where it keeps none; a roundtrip has two. */
    @ParameterizedTest
    @CsvSource({
        "memcached-pooled, set, 0",
        "memcached-per-request, set, 1",
        "memcached-nginx, set, 0",
        "memcached-nginx, roundtrip, 0",
        "unkept, set, 1",
        "unkept, roundtrip, 2"
    })
    void connectionsThatMemcachedOpenedForEachTrial(String lane, String op, double expected)
            throws Exception {
        String key = op.equals("set") ? "&key=reuse" : "";
        String path = "/trial/%s?op=%s%s".formatted(lane, op, key);
        lab.load(path, 8, 64).forEach(a -> assertThat(a.statusCode()).isEqualTo(200));
        // Ends the runs so far: a server's window that two runs share tells nothing of either.
        lab.get("/runs?wait=true");
        Thread.sleep(500);
        String label = "reuse-" + lane + "-" + op;

        lab.load(path + "&times=100", 8, 10, "X-Connlab-Run", label)
                .forEach(a -> assertThat(a.statusCode()).as(a.body()).isEqualTo(200));

        JsonNode run = lab.json("/runs?wait=true&label=" + label).get(0);
        assertThat(run.get("trials").asInt()).isEqualTo(1000);
        double opened = run.get("window").get("openedPerTrial").asDouble();
        System.out.printf("%s %s: %.4f connections opened per trial%n", lane, op, opened);
        assertThat(opened).isCloseTo(expected, within(0.05));
    }

    @Test
    void aGatewayThatIsNotThereIsARefusedConnect() {
        problem("nobody-there", "connect-refused", "127.0.0.1:1");
    }

    @Test
    void withoutAnAddressTheLaneSaysHowToGetOne() {
        problem("nowhere", "connect-refused", "connlab.proxies.nowhere.host");
        try (Lab bare = new Lab(Map.of("connlab.embedded.enabled", false))) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () ->
                                    assertThat(bare.get("/lanes/memcached-nginx").body())
                                            .contains("no host is configured"));
        }
    }

    @Test
    void theShippedLaneSaysHowToStartNginx() {
        try (Lab bare =
                new Lab(
                        Map.of(
                                "connlab.embedded.enabled",
                                false,
                                "CONNLAB_MEMCACHED_HOST",
                                "127.0.0.1",
                                "CONNLAB_MEMCACHED_PORT",
                                memcached.port()))) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () ->
                                    assertThat(bare.get("/memcached?route=nginx").body())
                                            .contains("nginx/memc.conf")
                                            .contains("CONNLAB_MEMC_GATEWAY_URL"));
        }
    }

    @Test
    void zFrozenMemcachedIsATimeout() throws Exception {
        memcached.freeze();
        try {
            problem("memcached-nginx", "timeout", kept.url().substring("http://".length()));
        } finally {
            memcached.thaw();
        }
        assertBack();
    }

    @Test
    void zzStoppedMemcachedBehindTheGatewayIsSaidSoAndIsBackByItself() throws Exception {
        memcached.stop();
        problem("memcached-nginx", "connect-refused", "can't reach memcached behind it");
        Thread.sleep(4000);

        memcached.startAgain();
        assertBack();
    }

    private static void assertBack() {
        await().atMost(Duration.ofSeconds(5))
                .until(() -> lab.get("/memcached?route=nginx").statusCode() == 200);
    }

    private static void problem(String lane, String failure, String detail) {
        HttpResponse<String> answer = lab.get("/trial/" + lane);
        assertThat(answer.statusCode()).isEqualTo(503);
        JsonNode problem = Lab.parse(answer);
        assertThat(problem.get("failure").asString()).as(answer.body()).isEqualTo(failure);
        assertThat(problem.get("detail").asString()).contains(detail);
    }
}
