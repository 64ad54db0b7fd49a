package connlab.lab;

import java.io.IOException;
import java.util.Map;

/** A real server that a test may stop, freeze and start again at the same address. */
interface ServerUnderTest extends AutoCloseable {
    int port();

    /** {@code host}, {@code user} and so on, as under {@code connlab.backends.<name>}. */
    Map<String, Object> settings();

    /** Ends it, or starts it again where it was. */
    void stop() throws IOException, InterruptedException;

    void startAgain() throws IOException, InterruptedException;

    /** Stops its processes from running without ending them ({@code SIGSTOP}). */
    void freeze() throws IOException, InterruptedException;

    void thaw() throws IOException, InterruptedException;

    @Override
    void close();
}
