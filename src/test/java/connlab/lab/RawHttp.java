package connlab.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A request by hand, for what {@code java.net.http} does not let a caller say. */
final class RawHttp {
    private RawHttp() {}

    /** The status of {@code GET /empty} with this Host header. */
    static int status(String base, String host) {
        URI uri = URI.create(base);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            String request =
                    "GET /empty HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            BufferedReader reader =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII));
            return Integer.parseInt(reader.readLine().split(" ")[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
