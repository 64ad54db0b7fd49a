package connlab.preflight;

import java.io.IOException;

/** The small text files in which a kernel tells its settings. */
@FunctionalInterface
interface HostFiles {
    String read(String path) throws IOException;
}
