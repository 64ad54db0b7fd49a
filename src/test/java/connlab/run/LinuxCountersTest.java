package connlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

/** On lines as a Linux 6.1 wrote them, shortened. */
class LinuxCountersTest {
    @Test
    void timeWaitIsTheTcpLinesFigureAndNoOther() {
        List<String> sockstat =
                List.of(
                        "sockets: used 213",
                        "TCP: inuse 9 orphan 0 tw 12745 alloc 14 mem 3",
                        "UDP: inuse 1 mem 0");

        assertThat(LinuxCounters.timeWait(sockstat)).hasValue(12_745);
        assertThat(LinuxCounters.timeWait(List.of("sockets: used 4"))).isEmpty();
        assertThat(LinuxCounters.timeWait(List.of())).isEmpty();
    }

    @Test
    void overflowsAreFoundByTheirNameWhereverTheirColumnIs() {
        List<String> netstat =
                List.of(
                        "IpExt: InNoRoutes ListenOverflows InOctets",
                        "IpExt: 7 8 9",
                        "TcpExt: SyncookiesSent TW ListenOverflows ListenDrops",
                        "TcpExt: 1 6725781 454 455");

        assertThat(LinuxCounters.listenOverflows(netstat)).hasValue(454);
        assertThat(LinuxCounters.listenOverflows(netstat.subList(0, 2))).isEmpty();
        assertThat(LinuxCounters.listenOverflows(List.of())).isEmpty();
    }

    @Test
    void busyIsAllButIdleWaitingForDisksAndWhatOtherGuestsTook() {
        List<String> stat = List.of("cpu  100 20 30 5000 600 4 7 900 0 0", "cpu0 1 1 1 1 1 1 1 1");

        assertThat(LinuxCounters.busyNanos(stat))
                .hasValue((100 + 20 + 30 + 4 + 7) * LinuxCounters.NANOS_PER_TICK);
        assertThat(LinuxCounters.busyNanos(List.of())).isEmpty();
    }

    @Test
    void aProcesssTimeIsItsOwnAndThatOfItsEndedChildrenWhateverItIsCalled() {
        LocalServer.Stat stat =
                LocalServer.Stat.of(
                        "1609 (a (very) odd name) S 77 1609 6785 0 -1 4194304 98 0 0 0"
                                + " 11 5 300 40 20 0 1 0 5795741 3133440 395");

        assertThat(stat.command()).isEqualTo("a (very) odd name");
        assertThat(stat.parent()).isEqualTo("77");
        assertThat(stat.total()).isEqualTo(11 + 5 + 300 + 40);
    }
}
