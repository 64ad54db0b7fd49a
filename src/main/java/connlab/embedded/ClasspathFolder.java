package connlab.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Copies programs out of a jar on the class path, a jar inside the service's own jar included. */
final class ClasspathFolder {
    private ClasspathFolder() {}

    /**
     * @param folder a folder in a jar, without slashes around it
     * @param wanted told each file's name below that folder
     */
    static void unpack(String folder, Predicate<String> wanted, Path target) throws IOException {
        String prefix = folder + "/";
        URL url = ClasspathFolder.class.getClassLoader().getResource(prefix);
        if (url == null || !(url.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException(
                    "there is no "
                            + folder
                            + " on the class path: no such server for "
                            + System.getProperty("os.name")
                            + "/"
                            + System.getProperty("os.arch"));
        }
        connection.setUseCaches(false);
        Files.createDirectory(target);
        try (JarFile jar = connection.getJarFile()) {
            List<JarEntry> entries =
                    jar.stream()
                            .filter(entry -> !entry.isDirectory())
                            .filter(entry -> entry.getName().startsWith(prefix))
                            .filter(
                                    entry ->
                                            wanted.test(entry.getName().substring(prefix.length())))
                            .toList();
            for (JarEntry entry : entries) {
                Path file = inside(target, entry.getName().substring(prefix.length()));
                try (InputStream in = jar.getInputStream(entry)) {
                    write(in, file);
                }
            }
        }
    }

    /**
     * The file of that name, which must not lead out of the folder. A folder that was removed,
     * since connlab is shutting down, is not made anew.
     */
    static Path inside(Path folder, String name) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        Path file = folder.resolve(name).normalize();
        if (!file.startsWith(folder)) {
            throw new IOException("an archive names a file outside of its folder: " + name);
        }
        return file;
    }

    private static void write(InputStream in, Path file) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        try (OutputStream out = Files.newOutputStream(file)) {
            ElfProgram.copy(in, out);
        } catch (IOException e) {
            throw new IOException("can't unpack " + file + ": " + e.getMessage(), e);
        }
        if (file.getParent() != null && file.getParent().endsWith("bin")) {
            file.toFile().setExecutable(true, true);
        }
    }
}
