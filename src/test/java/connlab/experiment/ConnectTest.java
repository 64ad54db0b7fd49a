package connlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.wire.Recorded;
import connlab.wire.Split;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

class ConnectTest {
    private static Connect connect(String name, Split split) {
        Recorded recorded = Recorded.of(name);
        long usable = recorded.usableNanos();
        return new Connect(
                0,
                usable,
                usable + 50,
                usable + 70,
                OptionalLong.empty(),
                recorded.recording(),
                split);
    }

    private static long sum(Connect connect) {
        return connect.parts().values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void inTheOpenEveryPartIsKnownAndTogetherTheyAreTheTotal() {
        long tcpEnded = Recorded.of("mysql-untuned").recording().tcpEnded().orElseThrow();
        Connect connect =
                connect("mysql-untuned", Split.open(OptionalLong.of(tcpEnded + 300), 3, "x"));

        assertThat(connect.parts())
                .containsOnlyKeys(
                        Part.TCP,
                        Part.AUTHENTICATION,
                        Part.SETUP,
                        Part.QUERY,
                        Part.CLOSE,
                        Part.REST)
                .containsEntry(Part.AUTHENTICATION, 300L)
                .containsEntry(Part.QUERY, 50L)
                .containsEntry(Part.CLOSE, 20L);
        assertThat(sum(connect)).isEqualTo(connect.totalNanos());
    }

    @Test
    void withoutStatementsThereIsNoSetUp() {
        long tcpEnded = Recorded.of("mysql-tuned").recording().tcpEnded().orElseThrow();
        Connect connect =
                connect("mysql-tuned", Split.open(OptionalLong.of(tcpEnded + 300), 0, "x"));

        assertThat(connect.parts()).doesNotContainKey(Part.SETUP);
        assertThat(sum(connect)).isEqualTo(connect.totalNanos());
    }

    @Test
    void underTlsTheLoginIsOnePart() {
        long tcpEnded = Recorded.of("mysql-tls13").recording().tcpEnded().orElseThrow();
        Connect connect =
                connect(
                        "mysql-tls13",
                        new Split(
                                OptionalLong.of(tcpEnded + 100),
                                OptionalLong.of(tcpEnded + 500),
                                OptionalLong.empty(),
                                OptionalInt.empty(),
                                ""));

        assertThat(connect.parts())
                .containsOnlyKeys(Part.TCP, Part.TLS, Part.LOGIN, Part.QUERY, Part.CLOSE, Part.REST)
                .containsEntry(Part.TLS, 400L);
        assertThat(sum(connect)).isEqualTo(connect.totalNanos());
    }

    @Test
    void whereNobodyLookedOnlyTheClientsOwnPartsAreKnown() {
        Connect connect = new Connect(0, 100, 150, 170, OptionalLong.empty(), null, null);

        assertThat(connect.parts())
                .isEqualTo(Map.of(Part.QUERY, 50L, Part.CLOSE, 20L, Part.REST, 100L));
    }
}
