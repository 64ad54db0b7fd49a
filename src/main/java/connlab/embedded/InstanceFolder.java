package connlab.embedded;

import connlab.embedded.Children.ProcessIdentity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of one connlab process, {@code connlab-<user>-<pid>-<random>} in the temporary folder,
 * readable by its user alone. It has one folder for each server, and the file {@code owner}.
 *
 * <p>{@code owner} names the process and stays locked as long as that process lives. The kernel
 * drops the lock however the process ends, so {@link #reapAbandoned} can tell a folder in use from
 * one that was left behind, even if the clock was set or the process number is in use again. The
 * number in the folder's name serves if the process was killed before it had written the file.
 */
final class InstanceFolder implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(InstanceFolder.class.getName());
    private static final String OWNER = "owner";
    private static final String PREFIX =
            "connlab-" + System.getProperty("user.name").replaceAll("[^A-Za-z0-9_.]", "_") + "-";
    private static final Pattern NAME =
            Pattern.compile(Pattern.quote(PREFIX) + "(?<pid>\\d{1,18})-\\d+");
    private static final int REMOVALS = 20;

    /** Those of this JVM: a file lock tells processes apart, not parts of one. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private static final Object JUDGING = new Object();

    private final Path path;
    private final FileChannel owner;
    private final AtomicInteger servers = new AtomicInteger();

    private InstanceFolder(Path path, FileChannel owner) {
        this.path = path;
        this.owner = owner;
    }

    static InstanceFolder create() throws IOException {
        synchronized (JUDGING) {
            String prefix = PREFIX + ProcessHandle.current().pid() + "-";
            Path path = Files.createTempDirectory(temporary(), prefix);
            OWN.add(path);
            FileChannel owner =
                    FileChannel.open(
                            path.resolve(OWNER),
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.WRITE);
            lock(owner);
            String line = ProcessIdentity.of(ProcessHandle.current()) + "\n";
            owner.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
            return new InstanceFolder(path, owner);
        }
    }

    Path path() {
        return path;
    }

    /** A new empty folder for one server. */
    Path newServerFolder(String type) throws IOException {
        return Files.createDirectory(path.resolve(type + "-" + servers.incrementAndGet()));
    }

    /** Ends what still runs in it and removes it. */
    @Override
    public void close() {
        close(() -> false);
    }

    /**
     * Closes while servers may still be starting: what they write and run in the meantime is
     * removed as well.
     *
     * @param starting whether there are any left
     */
    void close(BooleanSupplier starting) {
        boolean last;
        do {
            last = !starting.getAsBoolean();
            clear(path);
        } while (!last && pause());
        try {
            owner.close();
        } catch (IOException _) {
            // The lock goes with the process at the latest.
        }
        OWN.remove(path);
    }

    /**
     * Ends the servers of this user's instances that died without ending them, and removes their
     * folders. Folders of other users and of live processes are left alone.
     */
    void reapAbandoned() {
        try (Stream<Path> folders = Files.list(path.resolveSibling(""))) {
            UserPrincipal user = Files.getOwner(path);
            folders.filter(folder -> NAME.matcher(name(folder)).matches())
                    .filter(folder -> belongsTo(user, folder) && abandoned(folder))
                    .toList()
                    .forEach(InstanceFolder::clear);
        } catch (IOException | UncheckedIOException e) {
            LOG.log(Level.DEBUG, "The temporary folder can't be listed", e);
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(20);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Again and again, since a server that is just starting may appear in between. */
    static void clear(Path folder) {
        for (int i = 0; i < REMOVALS; i++) {
            boolean wasRunning = Children.end(folder);
            Folders.remove(folder);
            if (!wasRunning && !Files.exists(folder)) {
                return;
            }
        }
    }

    private static boolean abandoned(Path folder) {
        synchronized (JUDGING) {
            return !OWN.contains(folder) && !locked(folder.resolve(OWNER)) && !ownerLives(folder);
        }
    }

    private static boolean ownerLives(Path folder) {
        Optional<ProcessIdentity> recorded = recordedOwner(folder);
        long pid = recorded.map(ProcessIdentity::pid).orElseGet(() -> pidInName(folder));
        if (pid == ProcessHandle.current().pid()) {
            return false; // An earlier process with the number that is ours now.
        }
        return recorded.isPresent()
                ? recorded.get().running().isPresent()
                : ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static Optional<ProcessIdentity> recordedOwner(Path folder) {
        try {
            return ProcessIdentity.parse(Files.readString(folder.resolve(OWNER)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static long pidInName(Path folder) {
        Matcher matcher = NAME.matcher(name(folder));
        return matcher.matches() ? Long.parseLong(matcher.group("pid")) : 0;
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName());
    }

    private static boolean locked(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException _) {
            return true;
        } catch (IOException _) {
            return false; // There is none, or this file system has no locks.
        }
    }

    private static void lock(FileChannel owner) {
        try {
            owner.lock();
        } catch (IOException _) {
            // A file system without locks: the recorded process has to do.
        }
    }

    private static boolean belongsTo(UserPrincipal user, Path folder) {
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user);
        } catch (IOException _) {
            return false;
        }
    }

    /** Without symbolic links, as the operating system names the programs that run in it. */
    private static Path temporary() throws IOException {
        return Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
    }
}
