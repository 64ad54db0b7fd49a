package connlab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import connlab.trial.FailureClass;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.stream.Stream;

class NetworkFailuresTest {
    static Stream<Arguments> whatHappened() {
        return Stream.of(
                Arguments.of(
                        new ConnectException("Connection refused"), FailureClass.CONNECT_REFUSED),
                Arguments.of(new ConnectException("Connection timed out"), FailureClass.TIMEOUT),
                Arguments.of(new UnknownHostException("nowhere"), FailureClass.CONNECT_REFUSED),
                Arguments.of(
                        new ConnectException("Cannot assign requested address"),
                        FailureClass.PORTS_EXHAUSTED),
                Arguments.of(
                        new BindException("Cannot assign requested address"),
                        FailureClass.PORTS_EXHAUSTED),
                Arguments.of(
                        new NoRouteToHostException("Cannot assign requested address"),
                        FailureClass.PORTS_EXHAUSTED),
                Arguments.of(new SocketTimeoutException("Read timed out"), FailureClass.TIMEOUT),
                Arguments.of(new EOFException(), FailureClass.SERVER_GONE),
                Arguments.of(new SocketException("Connection reset"), FailureClass.SERVER_GONE),
                Arguments.of(new IOException("Broken pipe"), FailureClass.SERVER_GONE));
    }

    @ParameterizedTest
    @MethodSource("whatHappened")
    void theClassIsWhatTheNetworkDidHoweverDeepItLies(Exception what, FailureClass expected) {
        assertThat(NetworkFailures.classify(new RuntimeException(new RuntimeException(what))))
                .hasValue(expected);
    }

    @Test
    void anExceptionThatIsNotTheNetworksHasNoClass() {
        assertThat(NetworkFailures.classify(new IllegalStateException("x"))).isEmpty();
    }

    @Test
    void aMessageBecomesOneLineOfBoundedLength() {
        assertThat(NetworkFailures.oneLine(new IOException("a\n\n b" + "c".repeat(1000))))
                .startsWith("a bc")
                .hasSizeLessThan(310);
    }
}
