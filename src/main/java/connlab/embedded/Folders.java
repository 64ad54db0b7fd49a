package connlab.embedded;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Removes folders. */
final class Folders {
    private Folders() {}

    /** Removes a folder with all that is in it, as far as possible; links are not followed. */
    static void remove(Path folder) {
        try {
            Files.walkFileTree(folder, new Remover());
        } catch (IOException _) {
            // What is left is found again by the next instance.
        }
    }

    private static final class Remover extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return remove(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return remove(folder);
        }

        private static FileVisitResult remove(Path path) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException _) {
                // A server may still be writing; the caller tries again.
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
