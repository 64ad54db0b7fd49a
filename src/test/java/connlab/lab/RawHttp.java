package connlab.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** A request by hand, for what {@code java.net.http} does not let a caller say or do. */
final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket;
    private final BufferedReader answer;

    private RawHttp(String base, String request) throws IOException {
        URI uri = URI.create(base);
        socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        answer =
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Sends it and leaves the answer to be read line by line, or not at all. */
    static RawHttp send(String base, String method, String path) throws IOException {
        return new RawHttp(base, method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    /** The status of {@code GET /empty} with this Host header. */
    static int status(String base, String host) {
        String request = "GET /empty HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
        try (RawHttp sent = new RawHttp(base, request)) {
            return Integer.parseInt(sent.answer.readLine().split(" ")[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next line of the answer that is such a one. */
    String awaitLine(Predicate<String> wanted) throws IOException {
        for (String line = answer.readLine(); line != null; line = answer.readLine()) {
            if (wanted.test(line)) {
                return line;
            }
        }
        throw new IOException("the answer ended before that line came");
    }

    /** Goes away, whether or not the answer is complete. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
