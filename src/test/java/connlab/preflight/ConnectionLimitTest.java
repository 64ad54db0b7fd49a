package connlab.preflight;

import static connlab.preflight.Recorded.host;
import static connlab.preflight.Recorded.mysql;
import static connlab.preflight.Recorded.perRequest;
import static connlab.preflight.Recorded.pooled;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.preflight.Bound.Callers;
import connlab.preflight.Situation.LaneState;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ConnectionLimitTest {
    private final ConnectionLimit check = new ConnectionLimit();

    @Test
    void poolsThatHoldMoreThanThereIsSpoilEveryRun() {
        Finding finding = look(151, false, pooled("mysql", Map.of("pool-size", "200")));

        assertThat(finding.severity()).isEqualTo(Severity.WILL_SPOIL);
        assertThat(finding.found())
                .isEqualTo(
                        "The server takes 151 connections; the pools hold 200, the probe 1. That is"
                                + " more than there are.");
        assertThat(finding.beyond()).isNull();
        assertThat(finding.remedy()).startsWith("SET GLOBAL max_connections = 600;");
    }

    @Test
    void whatIsLeftIsForThoseThatConnect() {
        Finding finding =
                look(
                        151,
                        true,
                        perRequest("mysql", "127.0.0.1:3306"),
                        pooled("mysql", Map.of("pool-size", "10")));

        assertThat(finding.severity()).isEqualTo(Severity.WILL_SPOIL);
        assertThat(finding.found())
                .endsWith(
                        "the pools hold 10, the probe 1, and 10 stay free for others. 130 are left"
                                + " for requests that connect.");
        assertThat(finding.beyond()).isEqualTo(new Callers(130));
        assertThat(finding.effect()).contains("headroom");
        assertThat(finding.lanes()).containsExactly("mysql-per-request");
    }

    @Test
    void aLaneThatNeverOpensMoreThanIsLeftIsNotTouched() {
        LaneState four =
                new LaneState(
                        "four",
                        "mysql",
                        "direct",
                        false,
                        "127.0.0.1:3306",
                        true,
                        Map.of("max-in-flight", "4"));

        assertThat(look(151, false, four).severity()).isEqualTo(Severity.OK);
    }

    @Test
    void connectionsThroughAProxyAreTheProxysMatter() {
        LaneState proxied =
                new LaneState(
                        "p", "mysql", "proxysql", true, "p:1", false, Map.of("pool-size", "500"));

        assertThat(look(151, false, proxied).found()).contains("the pools hold 0");
    }

    @Test
    void aServerThatDoesNotTellItsLimitIsUnknown() {
        assertThat(look(Double.NaN, false).found())
                .isEqualTo("The server does not tell its limit.");
    }

    private Finding look(double limit, boolean yours, LaneState... lanes) {
        return check.look(situation(host(), List.of(mysql(limit, yours, Map.of())), lanes))
                .getFirst();
    }
}
