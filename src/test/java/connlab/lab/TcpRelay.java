package connlab.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A proxy that understands nothing: it carries bytes to a port of this machine, and back. */
final class TcpRelay implements AutoCloseable {
    private final ServerSocket door;
    private final int target;

    TcpRelay(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Socket server = new Socket("127.0.0.1", target);
                carry(client, server);
                carry(server, client);
            } catch (IOException _) {
                // Closed, or nobody behind it.
            }
        }
    }

    private static void carry(Socket from, Socket to) {
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (from;
                                    to;
                                    InputStream in = from.getInputStream();
                                    OutputStream out = to.getOutputStream()) {
                                in.transferTo(out);
                            } catch (IOException _) {
                                // One of the two has gone, and so does the other.
                            }
                        });
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
