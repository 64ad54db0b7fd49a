package connlab.wire;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A door on loopback in front of a server, for clients whose sockets can't be {@link Tap tapped}:
 * it counts the bytes and the changes of direction. Its instants are its own, not the client's.
 */
public final class Relay implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final InetSocketAddress target;
    private final ServerSocket door;
    private final BlockingQueue<Recording> ended = new LinkedBlockingQueue<>();

    public Relay(String host, int port) throws IOException {
        target = new InetSocketAddress(host, port);
        door = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("relay").start(this::accept);
    }

    public String host() {
        return InetAddress.getLoopbackAddress().getHostAddress();
    }

    public int port() {
        return door.getLocalPort();
    }

    /** The next connection that was closed by both sides; null if none was in time. */
    public @Nullable Recording next(Duration patience) throws InterruptedException {
        return ended.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException _) {
                // It was closed, or the client was gone again.
            }
        }
    }

    private void serve(Socket accepted) {
        Recording recording = new Recording();
        try (Socket client = accepted;
                Socket server = new Socket()) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target);
            Thread answers = Thread.ofVirtual().start(() -> pump(server, client, false, recording));
            pump(client, server, true, recording);
            answers.join();
        } catch (IOException _) {
            // The server can't be reached: the client sees its connection closed.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        ended.add(recording);
    }

    private static void pump(Socket from, Socket to, boolean sent, Recording recording) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                recording.crossed(System.nanoTime(), sent, buffer, 0, read);
                out.write(buffer, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException _) {
            // One side is gone; the other is told by the close that follows.
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException _) {
            // Nobody listens there any more, one way or the other.
        }
    }
}
