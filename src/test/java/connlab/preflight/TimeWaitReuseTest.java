package connlab.preflight;

import static connlab.preflight.Recorded.REUSE;
import static connlab.preflight.Recorded.TIMESTAMPS;
import static connlab.preflight.Recorded.host;
import static connlab.preflight.Recorded.perRequest;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class TimeWaitReuseTest {
    private final TimeWaitReuse check = new TimeWaitReuse();

    @Test
    void twoIsEnoughForLoopbackAndNotForAnotherHost() throws Unreadable {
        assertThat(look(host(), "127.0.0.1:3306").severity()).isEqualTo(Severity.OK);

        Finding remote = look(host(), "db1:3306");
        assertThat(remote.severity()).isEqualTo(Severity.NOTE);
        assertThat(remote.found())
                .isEqualTo(
                        "net.ipv4.tcp_tw_reuse is 2: ports in TIME_WAIT are taken again early,"
                                + " towards loopback only.");
        assertThat(remote.remedy()).isEqualTo("sysctl -w net.ipv4.tcp_tw_reuse=1");
    }

    @Test
    void oneIsEnoughForAllUnlessTimestampsAreOff() throws Unreadable {
        assertThat(look(host(REUSE, "1\n"), "db1:3306").severity()).isEqualTo(Severity.OK);

        Finding off = look(host(REUSE, "1\n", TIMESTAMPS, "0\n"), "db1:3306");
        assertThat(off.severity()).isEqualTo(Severity.NOTE);
        assertThat(off.found())
                .isEqualTo(
                        "net.ipv4.tcp_tw_reuse is 1, which does nothing without"
                                + " net.ipv4.tcp_timestamps.");
        assertThat(off.remedy()).endsWith("net.ipv4.tcp_timestamps=1");
    }

    @Test
    void zeroIsNotEnoughForLoopbackEither() throws Unreadable {
        assertThat(look(host(REUSE, "0\n"), "127.0.0.1:3306").severity()).isEqualTo(Severity.NOTE);
    }

    @Test
    void whatCanNotBeReadIsSaid() {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> look(Recorded.elsewhere(), "db1:3306"))
                .withMessageContaining(REUSE);
    }

    private Finding look(Host host, String target) throws Unreadable {
        return check.look(situation(host, perRequest("mysql", target))).getFirst();
    }
}
