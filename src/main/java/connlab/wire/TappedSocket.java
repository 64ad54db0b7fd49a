package connlab.wire;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;

/** A socket that writes down what crosses it. TLS may be layered over it, as over any socket. */
final class TappedSocket extends Socket {
    private final Recording recording;

    TappedSocket(Recording recording) {
        this.recording = recording;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        long began = System.nanoTime();
        super.connect(endpoint, timeout);
        recording.connected(began, System.nanoTime());
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Received(super.getInputStream());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new Sent(super.getOutputStream());
    }

    private final class Received extends FilterInputStream {
        Received(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            if (read > 0) {
                recording.crossed(System.nanoTime(), false, into, offset, read);
            }
            return read;
        }
    }

    private final class Sent extends FilterOutputStream {
        Sent(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            recording.crossed(System.nanoTime(), true, from, offset, length);
            out.write(from, offset, length);
        }
    }
}
