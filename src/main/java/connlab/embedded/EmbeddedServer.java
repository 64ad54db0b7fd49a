package connlab.embedded;

import java.io.IOException;
import java.nio.file.Path;

/** A kind of server that connlab can start itself when none is configured. */
public interface EmbeddedServer {
    /** The backend type that it serves: {@code mysql}. */
    String type();

    /**
     * Starts the server on a free loopback port and returns once it takes connections.
     *
     * @param folder an empty folder of its own; removed by the caller after the server has ended
     * @throws IOException if it can't run here, with a reason that a user can act on
     */
    StartedServer start(Path folder) throws IOException;
}
