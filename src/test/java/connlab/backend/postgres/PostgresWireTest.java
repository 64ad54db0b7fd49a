package connlab.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.wire.Recorded;
import connlab.wire.Recording;
import connlab.wire.Split;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresWireTest {
    private static Split split(Recorded recorded) {
        return new PostgresWire().split(recorded.recording(), recorded.usableNanos());
    }

    @ParameterizedTest
    @CsvSource({"postgres-untuned, 1, 4", "postgres-tuned, 0, 3"})
    void statementsAndRoundTripsAreThoseOfTheDriver(String name, int statements, int roundTrips) {
        Recorded recorded = Recorded.of(name);
        Split split = split(recorded);

        assertThat(split.statements()).hasValue(statements);
        assertThat(recorded.recording().roundTrips(recorded.usableNanos())).isEqualTo(roundTrips);
        assertThat(split.authentication()).isEqualTo("scram-sha-256");
        assertThat(split.tlsBegan()).isEmpty();
    }

    @Test
    void theLoginEndsWithReadyForQuery() {
        Recorded recorded = Recorded.of("postgres-tuned");

        assertThat(recorded.recording().received().lastNanos(recorded.usableNanos()))
                .isEqualTo(split(recorded).loggedIn());
    }

    @Test
    void underTlsOnlyItsHandshakeIsSeen() {
        Recorded recorded = Recorded.of("postgres-tls");
        Split split = split(recorded);

        assertThat(split.tlsEnded().orElseThrow()).isGreaterThan(split.tlsBegan().orElseThrow());
        assertThat(split.tlsEnded().orElseThrow()).isLessThan(recorded.usableNanos());
        assertThat(split.loggedIn()).isEmpty();
        assertThat(split.statements()).isEmpty();
    }

    @Test
    void aRefusedWishForTlsIsSkipped() {
        // SSLRequest, answered by N.
        Split split = split(Recorded.of("postgres-untuned", "0000000804d2162f", "4e"));

        assertThat(split.tlsBegan()).isEmpty();
        assertThat(split.statements()).hasValue(1);
        assertThat(split.loggedIn()).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "00000000, trust",
        "00000003, password",
        "00000005, md5",
        "0000000a, scram-sha-256",
        "00000007, method 7"
    })
    void theFirstWordOfTheServerNamesTheProof(String code, String name) {
        Recorded recorded =
                Recorded.of(
                        "postgres-tuned",
                        // A start-up message of nothing, answered by Authentication and Ready.
                        "0000000800030000",
                        "5200000008" + code + "5a0000000549");

        assertThat(split(recorded).authentication()).isEqualTo(name);
    }

    @Test
    void aConnectThatBrokeOffIsNotDivided() {
        assertThat(new PostgresWire().split(new Recording(), 0).loggedIn()).isEmpty();
    }
}
