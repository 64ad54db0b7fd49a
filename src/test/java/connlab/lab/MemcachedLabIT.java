package connlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.time.Duration;

class MemcachedLabIT extends BackendContract {
    private static final int MANY = 10_000;

    MemcachedLabIT() {
        super("memcached");
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

    private static long openFiles() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getOpenFileDescriptorCount();
    }
}
