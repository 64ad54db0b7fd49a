package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What every client library owes a memcached lane. */
abstract class MemcachedContract extends BackendContract {
    private static final int MANY = 10_000;

    private final String driver;

    MemcachedContract(String driver) {
        super("memcached");
        this.driver = driver;
    }

    @Override
    Map<String, Object> moreLanes() {
        return Map.of(
                "connlab.lanes.per-request.driver", driver,
                "connlab.lanes.pooled.driver", driver,
                "connlab.lanes.narrow.driver", driver);
    }

    @Override
    ServerUnderTest startServer() throws Exception {
        return RestartableServer.embedded("memcached");
    }

    @Test
    void aRoundtripHasAPhaseForEachStepAndSharedClientsNeedNoInit() {
        assertThat(lab().json("/trial/per-request").get("phasesMicros").propertyNames())
                .containsExactly("init", "connect", "set", "get", "close");
        assertThat(lab().json("/trial/pooled").get("phasesMicros").propertyNames())
                .containsExactly("connect", "set", "get", "close");
    }

    @Test
    void whatOneRequestStoredAnotherReads() {
        assertThat(lab().get("/trial/pooled?op=set&key=k1&size=123").statusCode()).isEqualTo(200);
        assertThat(lab().get("/trial/pooled?op=get&key=k1&size=123").statusCode()).isEqualTo(200);
        assertProblem(lab().get("/trial/pooled?op=get&key=k1&size=124"), "wrong-answer");
        assertProblem(lab().get("/trial/pooled?op=get&key=never-stored"), "wrong-answer");
    }

    @Test
    void theLargestValueThatIsAllowedFitsAndOneByteMoreIsTheCallersFault() {
        int most = 1024 * 1024 - 59 - 2;

        assertThat(lab().get("/trial/pooled?key=kk&size=" + most).statusCode()).isEqualTo(200);
        assertThat(lab().get("/trial/pooled?key=kk&size=" + (most + 1)).statusCode())
                .isEqualTo(400);
        assertThat(lab().get("/trial/pooled?key=kk&size=0").statusCode()).isEqualTo(200);
    }

    @Test
    void tenThousandClientsLeaveNoThreadAndNoSocketBehind() {
        lab().get("/trial/per-request?times=100");
        int threads = Thread.activeCount();
        long files = openFiles();

        lab().load("/trial/per-request?times=1000", 2, MANY / 1000)
                .forEach(answer -> assertThat(answer.statusCode()).isEqualTo(200));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> {
                            assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 5);
                            assertThat(openFiles()).isLessThanOrEqualTo(files + 20);
                        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%20b", "a%0Ab", "a%0D%0Ab", "%C3%A9", "", "251", "84 times %25"})
    void aKeyThatMemcachedCantTakeIsTheCallersFaultAndHarmsNoLaterRequest(String key) {
        String asked =
                switch (key) {
                    case "251" -> "k".repeat(251);
                    case "84 times %25" -> "%25".repeat(84);
                    default -> key;
                };
        for (String lane : List.of("pooled", "per-request")) {
            HttpResponse<String> answer = lab().get("/trial/" + lane + "?key=" + asked);

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(Lab.parse(answer).get("detail").asString())
                    .isEqualTo(
                            "key is 1 to 250 printable ASCII characters without a space; % counts"
                                    + " as three.");
            assertThat(lab().get("/trial/" + lane).statusCode()).isEqualTo(200);
        }
        assertThat(lab().get("/trial/pooled?key=" + "k".repeat(250)).statusCode()).isEqualTo(200);
    }

    private static long openFiles() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getOpenFileDescriptorCount();
    }
}
