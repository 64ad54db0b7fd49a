package connlab.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs a server that refuses to run as root. For an ordinary user there is nothing to do.
 *
 * <p>For root it is {@code unshare -U}, which starts a program in a user namespace where it is
 * nobody while its files still belong to root. Where that is not allowed, as in most containers, it
 * is {@code setpriv}, which makes it the account nobody, and the server's folder is given to that.
 */
final class NotRoot {
    private static final int NOBODY = 65_534;

    private NotRoot() {}

    static boolean needed() {
        return "root".equals(System.getProperty("user.name"));
    }

    /**
     * What to put before a command.
     *
     * @param folder the server's folder with all that it needs to start; may change hands
     * @throws IOException if the system lets root do neither
     */
    static List<String> prefix(String server, Path folder) throws IOException {
        if (!needed()) {
            return List.of();
        }
        Optional<List<String>> namespace = command("unshare", "-U");
        if (namespace.isPresent()) {
            return namespace.get();
        }
        Optional<List<String>> account =
                command(
                        "setpriv",
                        "--reuid=" + NOBODY,
                        "--regid=" + NOBODY,
                        "--clear-groups",
                        "--inh-caps=-all");
        if (account.isPresent()) {
            give(folder);
            return account.get();
        }
        throw new IOException(
                server
                        + " does not run as root, and neither unshare -U nor setpriv works here;"
                        + " start connlab as another user");
    }

    private static Optional<List<String>> command(String program, String... options)
            throws IOException {
        Optional<Path> path = SearchPath.find(program);
        if (path.isEmpty()) {
            return Optional.empty();
        }
        List<String> prefix =
                Stream.concat(Stream.of(path.get().toString()), Stream.of(options)).toList();
        return works(prefix) ? Optional.of(prefix) : Optional.empty();
    }

    private static boolean works(List<String> prefix) throws IOException {
        List<String> trial = Stream.concat(prefix.stream(), Stream.of("true")).toList();
        try {
            return new ProcessBuilder(trial)
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

    /**
     * Lets nobody own the folder, and pass through the one around it without seeing what is there.
     */
    private static void give(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Files.setAttribute(file, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
            }
        } catch (UncheckedIOException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
        Path around = folder.resolveSibling("");
        Set<PosixFilePermission> permissions =
                EnumSet.copyOf(Files.getPosixFilePermissions(around));
        permissions.add(PosixFilePermission.OTHERS_EXECUTE);
        Files.setPosixFilePermissions(around, permissions);
    }
}
