package slipway.server.platform;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** The disk of the data directory. SQLite uses shared memory between processes, which network file systems break. */
public final class LocalDisk {

    static final ProblemCode NETWORK_DISK =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "network-disk",
                    "The data directory is on a network file system.");
    static final ProblemCode NO_DIRECTORY =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "data-no-directory",
                    "The path of the data directory is not a directory.");
    private static final Pattern SHARED =
            Pattern.compile("nfs.*|lustre|gpfs|beegfs|fuse.*|cifs|smb.*|ceph|afs|9p");

    private LocalDisk() {}

    /** Accepts a directory, or a missing path below one. Anything else would later look like a permission problem. */
    public static void refuseOther(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        while (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            path = path.resolve("..").normalize();
        }
        if (!Files.isDirectory(path)) {
            boolean leadsNowhere = Files.isSymbolicLink(path) && !Files.exists(path);
            throw new Problem(
                    NO_DIRECTORY,
                    "The data directory cannot be " + directory + ".",
                    path
                            + (leadsNowhere
                                    ? " is a link that points to nothing."
                                    : " is a file, not a directory."),
                    "Choose another directory with --data DIR.");
        }
    }

    public static void refuseShared(Path directory) {
        Optional<String> type = type(directory);
        if (type.filter(name -> SHARED.matcher(name).matches()).isPresent()) {
            throw new Problem(
                    NETWORK_DISK,
                    "The data directory " + directory + " is on " + type.get() + ".",
                    "A database there can be silently corrupted.",
                    "Choose a local disk with --data DIR, or PostgreSQL with database.url.");
        }
    }

    /** The type of the file system: {@code ext4}. */
    public static Optional<String> type(Path directory) {
        return store(directory).map(FileStore::type).map(name -> name.toLowerCase(Locale.ROOT));
    }

    static boolean differ(Path one, Path other) {
        return !store(one).equals(store(other));
    }

    /** A disk that cannot be queried counts as empty with capacity 0, which raises no alert. */
    static DiskSpace space(Path directory) {
        try {
            FileStore store = store(directory).orElseThrow(IOException::new);
            return new DiskSpace(
                    directory, new Bytes(store.getUsableSpace()), new Bytes(store.getTotalSpace()));
        } catch (IOException e) {
            return new DiskSpace(directory, Bytes.ZERO, Bytes.ZERO);
        }
    }

    /** The file store of the directory, or of its nearest existing ancestor. */
    private static Optional<FileStore> store(Path directory) {
        try {
            Path path = directory.toAbsolutePath();
            while (!Files.exists(path)) {
                path = path.resolve("..").normalize();
            }
            return Optional.of(Files.getFileStore(path));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
