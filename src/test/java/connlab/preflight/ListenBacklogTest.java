package connlab.preflight;

import static connlab.preflight.Recorded.SOMAXCONN;
import static connlab.preflight.Recorded.host;
import static connlab.preflight.Recorded.memcached;
import static connlab.preflight.Recorded.mysql;
import static connlab.preflight.Recorded.perRequest;
import static connlab.preflight.Recorded.situation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import connlab.preflight.Bound.Callers;
import connlab.preflight.Situation.ServerState;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ListenBacklogTest {
    private static final ServerState MYSQL = mysql(151, false, Map.of("back_log", "80"));

    private final ListenBacklog check = new ListenBacklog();

    @Test
    void theServersOwnWishDecidesWhereItIsTheSmaller() throws Unreadable {
        Finding finding = of(look(host()), "MariaDB");

        assertThat(finding.severity()).isEqualTo(Severity.WILL_SPOIL);
        assertThat(finding.found())
                .isEqualTo(
                        "back_log is 80 and net.core.somaxconn is 4096: 80 connections may wait to"
                                + " be accepted.");
        assertThat(finding.remedy()).startsWith("back_log = 4096 in my.cnf");
        assertThat(finding.beyond()).isEqualTo(new Callers(80));
    }

    @Test
    void theKernelsLimitDecidesWhereThatIs() throws Unreadable {
        Finding finding = of(look(host(SOMAXCONN, "128\n")), "memcached 1.6.18");

        assertThat(finding.found())
                .isEqualTo(
                        "tcp_backlog is 1024 and net.core.somaxconn is 128: 128 connections may"
                                + " wait to be accepted.");
        assertThat(finding.remedy()).startsWith("sysctl -w net.core.somaxconn=4096");
    }

    @Test
    void connlabsOwnWebServerHasOneToo() throws Unreadable {
        Finding finding = of(look(host()), "connlab itself");

        assertThat(finding.beyond()).isEqualTo(new Callers(100));
        assertThat(finding.remedy()).isEqualTo("--server.tomcat.accept-count=4096");
    }

    @Test
    void theKernelOfAnotherHostIsNotThisOne() throws Unreadable {
        ServerState away =
                new ServerState(
                        MYSQL.backend(),
                        MYSQL.kind(),
                        MYSQL.type(),
                        "db1:3306",
                        false,
                        true,
                        MYSQL.info(),
                        151);
        Finding finding =
                of(
                        check.look(
                                situation(
                                        host(SOMAXCONN, "50\n"),
                                        List.of(away),
                                        perRequest("mysql", "db1:3306"))),
                        "MariaDB");

        assertThat(finding.found())
                .startsWith("back_log is 80 and net.core.somaxconn of its host can't be seen");
        assertThat(finding.beyond()).isEqualTo(new Callers(80));
    }

    @Test
    void whatCanNotBeReadIsSaid() {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> look(Recorded.elsewhere()))
                .withMessageContaining(SOMAXCONN);
    }

    private List<Finding> look(Host host) throws Unreadable {
        return check.look(
                situation(
                        host,
                        List.of(MYSQL, memcached(Map.of("tcp_backlog", "1024"))),
                        perRequest("mysql", "127.0.0.1:3306"),
                        perRequest("memcached", "127.0.0.1:11211")));
    }

    private static Finding of(List<Finding> findings, String about) {
        return findings.stream().filter(f -> f.about().contains(about)).findFirst().orElseThrow();
    }
}
