package connlab.wire;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The instants that divide a connect, in nanoseconds of {@link System#nanoTime()}.
 *
 * @param tlsBegan the client asked for TLS; empty without TLS
 * @param tlsEnded the client sent or read the last of the TLS handshake
 * @param loggedIn the client read that the login is accepted; empty under TLS, which hides it
 * @param statements commands of the driver's own between the login and the first use; empty under
 *     TLS
 * @param authentication how the login was proven, by the protocol's own name; empty under TLS
 */
public record Split(
        OptionalLong tlsBegan,
        OptionalLong tlsEnded,
        OptionalLong loggedIn,
        OptionalInt statements,
        String authentication) {

    /** A connect under TLS: between its handshake and its use nothing can be told apart. */
    public static Split hidden(long tlsBegan, OptionalLong tlsEnded) {
        return new Split(
                OptionalLong.of(tlsBegan), tlsEnded, OptionalLong.empty(), OptionalInt.empty(), "");
    }

    /** A connect in the open. */
    public static Split open(OptionalLong loggedIn, int statements, String authentication) {
        return new Split(
                OptionalLong.empty(),
                OptionalLong.empty(),
                loggedIn,
                OptionalInt.of(statements),
                authentication);
    }
}
