package connlab.preflight;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** What the host's kernel tells; see proc(5), tcp(7) and ip(7) of the Linux manual pages. */
record Host(HostFiles files) {
    private static final String SETTINGS = "/proc/sys/";

    /** A kernel setting by its name in {@code sysctl}: {@code net.core.somaxconn}. */
    String setting(String name) throws Unreadable {
        return text(path(name));
    }

    /** The same as a whole number. */
    long number(String name) throws Unreadable {
        return whole(setting(name), path(name));
    }

    /** The same where this kernel may lack it. */
    Optional<Long> numberIfThere(String name) throws Unreadable {
        try {
            return Optional.of(whole(files.read(path(name)).strip(), path(name)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw unreadable(path(name), e);
        }
    }

    String text(String path) throws Unreadable {
        try {
            return files.read(path).strip();
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    static long whole(String value, String where) throws Unreadable {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException _) {
            throw new Unreadable(where + " can't be understood: it says '" + value + "'.");
        }
    }

    private static String path(String name) {
        return SETTINGS + name.replace('.', '/');
    }

    private static Unreadable unreadable(String path, IOException e) {
        return new Unreadable(
                path
                        + switch (e) {
                            case NoSuchFileException _ ->
                                    " is not there: not a Linux, or an old one.";
                            case AccessDeniedException _ -> " can't be read: no right to.";
                            default -> " can't be read: " + e.getMessage();
                        });
    }
}
