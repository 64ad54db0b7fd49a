package connlab.preflight;

import static connlab.preflight.Recorded.perRequest;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.preflight.Bound.Load;

import org.junit.jupiter.api.Test;

import java.util.List;

class PreflightTest {
    private static final List<Check> CHECKS =
            List.of(new OpenFiles(), new EphemeralPorts(), new TimeWaitRecycle());

    @Test
    void theWorstComesFirst() {
        List<Finding> findings =
                Preflight.findings(
                        CHECKS, situation(Recorded.host(), perRequest("mysql", "db1:3306")));

        assertThat(findings)
                .extracting(Finding::check)
                .containsExactly("ports", "open-files", "tw-recycle");
    }

    @Test
    void aHostThatTellsNothingIsUnknownEverywhereAndFailsNowhere() {
        List<Finding> findings =
                Preflight.findings(
                        CHECKS, situation(Recorded.elsewhere(), perRequest("mysql", "db1:3306")));

        assertThat(findings)
                .hasSize(3)
                .allSatisfy(
                        finding -> {
                            assertThat(finding.severity()).isEqualTo(Severity.NOTE);
                            assertThat(finding.found())
                                    .startsWith("/proc/")
                                    .contains("not a Linux");
                            assertThat(finding.effect()).isEqualTo("Unknown.");
                        });
    }

    @Test
    void aRunIsSpoiledByItsOwnLoadOnItsOwnLane() throws Unreadable {
        Finding ports =
                new EphemeralPorts()
                        .look(situation(Recorded.host(), perRequest("mysql", "db1:3306")))
                        .getFirst();

        assertThat(ports.spoils("mysql-per-request", new Load(28_233, 10, 8))).isTrue();
        assertThat(ports.spoils("mysql-per-request", new Load(28_232, 10, 8))).isFalse();
        assertThat(ports.spoils("mysql-per-request", new Load(56_000, 120, 8))).isFalse();
        assertThat(ports.spoils("mysql-pooled", new Load(1_000_000, 10, 200))).isFalse();
    }
}
