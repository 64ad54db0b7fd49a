package connlab.preflight;

import static connlab.preflight.Recorded.host;
import static connlab.preflight.Recorded.mysql;
import static connlab.preflight.Recorded.pooled;
import static connlab.preflight.Recorded.postgres;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.preflight.Situation.ServerState;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class IdleTimeoutTest {
    private final IdleTimeout check = new IdleTimeout();

    @Test
    void aPoolThatRenewsItsConnectionsInTimeIsFine() {
        Finding finding = look("28800", "1800", "120");

        assertThat(finding.severity()).isEqualTo(Severity.OK);
        assertThat(finding.found())
                .isEqualTo(
                        "wait_timeout: the server closes what is idle for 28,800 s; the pool keeps"
                                + " a connection for 1,800 s and pings it every 120 s.");
    }

    @Test
    void aPoolThatKeepsThemLongerHandsOutDeadOnes() {
        assertThat(look("60", "1800", "120").severity()).isEqualTo(Severity.WILL_SPOIL);
        assertThat(look("60", "1800", "0").severity()).isEqualTo(Severity.WILL_SPOIL);
        assertThat(look("60", "1800", "120").remedy())
                .contains("--connlab.lanes.mysql-pooled.pool-lifetime=30s");
    }

    @Test
    void pingsKeepThemAliveWhileTheyArrive() {
        assertThat(look("600", "1800", "120").severity()).isEqualTo(Severity.NOTE);
    }

    @Test
    void aPoolThatKeepsThemForEverNeedsAServerThatDoesToo() {
        assertThat(look("28800", "0", "0").severity()).isEqualTo(Severity.WILL_SPOIL);
    }

    @Test
    void postgresqlsIsInMillisecondsAndUsuallyOff() {
        assertThat(look(postgres(Map.of("idle_session_timeout", "60000")), "postgres").found())
                .startsWith("idle_session_timeout: the server closes what is idle for 60 s;");
        assertThat(look(postgres(Map.of("idle_session_timeout", "0")), "postgres").severity())
                .isEqualTo(Severity.OK);
    }

    private Finding look(String waitTimeout, String lifetime, String ping) {
        ServerState server = mysql(151, true, Map.of("wait_timeout", waitTimeout));
        return look(server, "mysql", lifetime, ping);
    }

    private Finding look(ServerState server, String backend) {
        return look(server, backend, "1800", "120");
    }

    private Finding look(ServerState server, String backend, String lifetime, String ping) {
        Map<String, String> pool =
                Map.of("pool-lifetime-seconds", lifetime, "pool-keepalive-seconds", ping);
        List<Finding> findings =
                check.look(situation(host(), List.of(server), pooled(backend, pool)));
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }
}
