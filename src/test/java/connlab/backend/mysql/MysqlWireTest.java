package connlab.backend.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.wire.Recorded;
import connlab.wire.Recording;
import connlab.wire.Split;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlWireTest {
    private static Split split(Recorded recorded) {
        return new MysqlWire().split(recorded.recording(), recorded.usableNanos());
    }

    @ParameterizedTest
    @CsvSource({"mysql-untuned, 3, 5", "mysql-tuned, 0, 2", "mariadb-driver, 1, 3"})
    void statementsAndRoundTripsAreThoseOfTheDriver(String name, int statements, int roundTrips) {
        Recorded recorded = Recorded.of(name);
        Split split = split(recorded);

        assertThat(split.statements()).hasValue(statements);
        assertThat(recorded.recording().roundTrips(recorded.usableNanos())).isEqualTo(roundTrips);
        assertThat(split.tlsBegan()).isEmpty();
        assertThat(split.authentication()).isEqualTo("mysql_native_password");
    }

    @Test
    void theLoginEndsWithTheServersOk() {
        Recorded recorded = Recorded.of("mysql-tuned");
        long loggedIn = split(recorded).loggedIn().orElseThrow();

        // With nothing to set up, the OK is the last that is read before the connection is usable.
        assertThat(recorded.recording().received().lastNanos(recorded.usableNanos()))
                .hasValue(loggedIn);
        assertThat(loggedIn).isGreaterThan(recorded.recording().tcpEnded().orElseThrow());
    }

    @Test
    void setUpComesAfterTheLogin() {
        Recorded recorded = Recorded.of("mysql-untuned");

        assertThat(split(recorded).loggedIn().orElseThrow())
                .isLessThan(
                        recorded.recording()
                                .received()
                                .lastNanos(recorded.usableNanos())
                                .orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-tls13", "mysql-tls12"})
    void underTlsOnlyItsHandshakeIsSeen(String name) {
        Recorded recorded = Recorded.of(name);
        Split split = split(recorded);

        assertThat(split.tlsEnded().orElseThrow()).isGreaterThan(split.tlsBegan().orElseThrow());
        assertThat(split.tlsEnded().orElseThrow()).isLessThan(recorded.usableNanos());
        assertThat(split.loggedIn()).isEmpty();
        assertThat(split.statements()).isEmpty();
        assertThat(split.authentication()).isEmpty();
    }

    @Test
    void aServerThatAsksForAnotherProofIsTakenAtItsWord() {
        Recorded asked =
                Recorded.of(
                        "mysql-tuned",
                        // A login of one byte, answered by a greeting and an AuthSwitchRequest.
                        "0100000101",
                        greeting() + "0a000002fe656432353531390001" + "0700000400000002000000");

        Split split = split(asked);

        assertThat(split.authentication()).isEqualTo("ed25519");
        assertThat(split.loggedIn()).isPresent();
    }

    private static String greeting() {
        return "0c000000" + "0a" + "313100" + "00" + "6e617469766500";
    }

    @Test
    void aConnectThatBrokeOffIsNotDivided() {
        Split split = new MysqlWire().split(new Recording(), 0);

        assertThat(split.loggedIn()).isEmpty();
        assertThat(split.tlsBegan()).isEmpty();
    }
}
