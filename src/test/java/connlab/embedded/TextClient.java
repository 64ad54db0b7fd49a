package connlab.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Speaks memcached's text protocol byte by byte. */
final class TextClient implements AutoCloseable {
    private final Socket socket;

    TextClient(int port) throws IOException {
        socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
        socket.setSoTimeout(10_000);
    }

    /** Sends all of it at once and returns all answers. */
    String say(String lines) throws IOException {
        Thread.ofVirtual().start(() -> sendQuietly(lines + "version\r\n"));
        InputStream in = new BufferedInputStream(socket.getInputStream());
        StringBuilder answer = new StringBuilder();
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = in.read();
            if (next < 0) {
                return answer.append(line) + "<closed>";
            }
            line.append((char) next);
            if (next == '\n' && line.indexOf("VERSION ") == 0) {
                return answer.toString();
            }
            if (next == '\n') {
                answer.append(line);
                line.setLength(0);
            }
        }
    }

    /** Reads until the server closes. */
    String rest() throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (SocketException _) {
            return "";
        }
    }

    /** On a thread of its own: a server stops reading while nobody reads its answers. */
    private void sendQuietly(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException _) {
            // The answers tell.
        }
    }

    Map<String, String> stats(String which) throws IOException {
        return say("stats " + which + "\r\n")
                .lines()
                .filter(line -> line.startsWith("STAT "))
                .map(line -> line.split(" ", 3))
                .collect(Collectors.toMap(words -> words[1], words -> words[2]));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
