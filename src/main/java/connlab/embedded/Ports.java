package connlab.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.function.IntSupplier;

/**
 * Finds free ports on loopback. Another program may take a port between the moment it was found
 * free and the moment the server binds it, so a start is tried once more on another port then.
 */
final class Ports {
    /** The only address that an embedded server listens on. */
    static final String HOST = "127.0.0.1";

    private final IntSupplier candidates;

    Ports() {
        this(Ports::free);
    }

    /** With candidates of a test's own. */
    Ports(IntSupplier candidates) {
        this.candidates = candidates;
    }

    /** A start that needs a port. */
    interface Attempt<T> {
        T on(int port) throws IOException;
    }

    /** The server found its port in use. */
    static final class Taken extends IOException {
        private static final long serialVersionUID = 1;

        Taken(String message) {
            super(message);
        }
    }

    <T> T start(Attempt<T> attempt) throws IOException {
        try {
            return attempt.on(candidates.getAsInt());
        } catch (Taken _) {
            return attempt.on(candidates.getAsInt());
        }
    }

    static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral(HOST))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port on " + HOST + ": " + e.getMessage(), e);
        }
    }
}
