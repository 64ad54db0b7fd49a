package connlab.backend;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * Where a server is and how to log in.
 *
 * @param backend the configured name of the backend that this server stands behind
 * @param embedded whether connlab started it itself
 */
public record Server(
        String backend,
        String host,
        int port,
        String database,
        String user,
        String password,
        boolean embedded,
        Duration connectTimeout,
        Duration readTimeout) {

    /** The same server under another login. */
    public Server login(String otherUser, String otherPassword) {
        return new Server(
                backend,
                host,
                port,
                database,
                otherUser,
                otherPassword,
                embedded,
                connectTimeout,
                readTimeout);
    }

    /** Another database at the same address. */
    public Server database(String other) {
        return new Server(
                backend, host, port, other, user, password, embedded, connectTimeout, readTimeout);
    }

    /** The same login at a proxy's address. */
    public Server at(String proxyHost, int proxyPort) {
        return new Server(
                backend,
                proxyHost,
                proxyPort,
                database,
                user,
                password,
                embedded,
                connectTimeout,
                readTimeout);
    }

    /** Whether the way to it never leaves this machine. An unknown host does. */
    public boolean loopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }

    /** {@code 127.0.0.1:3306}. */
    public String address() {
        return host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
    }

    /** Leaves the login out. */
    @Override
    public String toString() {
        return backend + " at " + address();
    }
}
