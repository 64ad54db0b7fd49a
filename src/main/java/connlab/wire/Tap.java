package connlab.wire;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

import javax.net.SocketFactory;

/**
 * Makes the sockets of drivers that can be given a socket factory by the name of its class. What
 * crosses a socket goes to the recording that the thread which opens it has set.
 */
public final class Tap extends SocketFactory {
    private static final ThreadLocal<@Nullable Recording> RECORDING = new ThreadLocal<>();

    /** The sockets that this thread opens from now on are written down here. */
    public static void into(Recording recording) {
        RECORDING.set(recording);
    }

    /** No longer. */
    public static void off() {
        RECORDING.remove();
    }

    /** A socket that is not connected yet. */
    public static Socket socket() {
        Recording recording = RECORDING.get();
        return recording == null ? new Socket() : new TappedSocket(recording);
    }

    @Override
    public Socket createSocket() {
        return socket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connect(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connect(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
            throws IOException {
        return connect(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
            throws IOException {
        return connect(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    private static Socket connect(InetSocketAddress remote, @Nullable InetSocketAddress local)
            throws IOException {
        Socket socket = socket();
        try {
            if (local != null) {
                socket.bind(local);
            }
            socket.connect(remote);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
