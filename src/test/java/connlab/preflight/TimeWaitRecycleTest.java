package connlab.preflight;

import static connlab.preflight.Recorded.KERNEL;
import static connlab.preflight.Recorded.RECYCLE;
import static connlab.preflight.Recorded.host;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class TimeWaitRecycleTest {
    private final TimeWaitRecycle check = new TimeWaitRecycle();

    @Test
    void aKernelOfTodayHasItNoMore() throws Unreadable {
        Finding finding = check.look(situation(host())).getFirst();

        assertThat(finding.severity()).isEqualTo(Severity.OK);
        assertThat(finding.found())
                .isEqualTo(
                        "Linux 6.12.43+deb12-amd64 has no net.ipv4.tcp_tw_recycle: it was removed"
                                + " in 4.12.");
    }

    @Test
    void anOldOneWithItOnDropsCallersBehindOneAddress() throws Unreadable {
        Host old = host(KERNEL, "3.10.0-1160.el7.x86_64\n", RECYCLE, "1\n");
        Finding finding = check.look(situation(old)).getFirst();

        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
        assertThat(finding.remedy()).isEqualTo("sysctl -w net.ipv4.tcp_tw_recycle=0");
    }

    @Test
    void anOldOneWithItOffIsFine() throws Unreadable {
        Finding finding = check.look(situation(host(RECYCLE, "0\n"))).getFirst();

        assertThat(finding.severity()).isEqualTo(Severity.OK);
    }

    @Test
    void whatIsNoLinuxIsSaid() {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> check.look(situation(Recorded.elsewhere())))
                .withMessageContaining(KERNEL);
    }
}
