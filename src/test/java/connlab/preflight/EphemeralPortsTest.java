package connlab.preflight;

import static connlab.preflight.Recorded.FORBIDDEN;
import static connlab.preflight.Recorded.RANGE;
import static connlab.preflight.Recorded.REUSE;
import static connlab.preflight.Recorded.TIMESTAMPS;
import static connlab.preflight.Recorded.host;
import static connlab.preflight.Recorded.perRequest;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import connlab.preflight.Bound.Connects;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

class EphemeralPortsTest {
    private final EphemeralPorts check = new EphemeralPorts();

    @Test
    void anotherHostTakesFourHundredAndSeventyASecondForLong() throws Unreadable {
        Finding finding = only(host(), "db1:3306");

        assertThat(finding.severity()).isEqualTo(Severity.WILL_SPOIL);
        assertThat(finding.found())
                .isEqualTo(
                        "28,232 ports (32768 to 60999) for each address; a closed connection keeps"
                                + " its port for 60 s: 470 new connections a second to one"
                                + " address.");
        assertThat(finding.effect())
                .startsWith("At 1,000 connections a second they are used up after 28 s");
        assertThat(finding.beyond()).isEqualTo(new Connects(28_232, Duration.ofSeconds(60)));
        assertThat(finding.lanes()).containsExactly("mysql-per-request");
    }

    @Test
    void loopbackGetsThemBackAfterASecond() throws Unreadable {
        Finding finding = only(host(), "127.0.0.1:3306");

        assertThat(finding.severity()).isEqualTo(Severity.OK);
        assertThat(finding.found())
                .endsWith("for 1 s: 28,232 new connections a second to one address.");
    }

    @Test
    void withReuseForAllAnotherHostDoesToo() throws Unreadable {
        assertThat(only(host(REUSE, "1\n"), "db1:3306").severity()).isEqualTo(Severity.OK);
        assertThat(only(host(REUSE, "1\n", TIMESTAMPS, "0\n"), "db1:3306").severity())
                .isEqualTo(Severity.WILL_SPOIL);
        assertThat(only(host(REUSE, "0\n"), "127.0.0.1:3306").severity())
                .isEqualTo(Severity.WILL_SPOIL);
    }

    @Test
    void aNarrowRangeSpoilsEvenLoopback() throws Unreadable {
        Finding finding = only(host(RANGE, "40000\t40099\n"), "127.0.0.1:3306");

        assertThat(finding.severity()).isEqualTo(Severity.WILL_SPOIL);
        assertThat(finding.found()).startsWith("100 ports (40000 to 40099)");
    }

    @Test
    void poolsNeedNoPorts() throws Unreadable {
        assertThat(check.look(situation(host(), Recorded.pooled("mysql", Map.of())))).isEmpty();
    }

    @Test
    void whatCanNotBeReadIsSaid() {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> only(Recorded.elsewhere(), "db1:3306"))
                .withMessage(RANGE + " is not there: not a Linux, or an old one.");
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> only(host(RANGE, FORBIDDEN), "db1:3306"))
                .withMessage(RANGE + " can't be read: no right to.");
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> only(host(RANGE, "many\n"), "db1:3306"))
                .withMessageContaining("can't be understood: it says 'many'");
    }

    private Finding only(Host host, String target) throws Unreadable {
        List<Finding> findings = check.look(situation(host, perRequest("mysql", target)));
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }
}
