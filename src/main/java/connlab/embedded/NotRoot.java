package connlab.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs a server that refuses to run as root. */
final class NotRoot {
    private NotRoot() {}

    /**
     * Nothing for an ordinary user; for root, {@code unshare -U}, which starts a program in a user
     * namespace where it is nobody. Its files still belong to root.
     *
     * @throws IOException if this is root and the system does not let it
     */
    static List<String> prefix(String server) throws IOException {
        if (!"root".equals(System.getProperty("user.name")) || File.separatorChar == '\\') {
            return List.of();
        }
        Optional<Path> unshare = SearchPath.find("unshare");
        if (unshare.isEmpty() || !works(unshare.get())) {
            throw new IOException(
                    server
                            + " does not run as root, and user namespaces (unshare -U) are not"
                            + " allowed here; start connlab as another user");
        }
        return List.of(unshare.get().toString(), "-U");
    }

    private static boolean works(Path unshare) throws IOException {
        try {
            return new ProcessBuilder(unshare.toString(), "-U", "true")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
