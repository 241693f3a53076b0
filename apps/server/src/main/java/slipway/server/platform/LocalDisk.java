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

/** The disk under the data directory. SQLite shares memory between processes, which no network disk keeps right. */
public final class LocalDisk {

    static final ProblemCode NETWORK_DISK =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "network-disk",
                    "The data directory lies on a disk that other machines share.");
    static final ProblemCode NO_DIRECTORY =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "data-no-directory",
                    "What was named as the data directory is something else.");
    private static final Pattern SHARED =
            Pattern.compile("nfs.*|lustre|gpfs|beegfs|fuse.*|cifs|smb.*|ceph|afs|9p");

    private LocalDisk() {}

    /** A directory, or nothing yet below one. Anything else would later look like a matter of rights. */
    public static void refuseOther(Path directory) {
        Path there = directory.toAbsolutePath().normalize();
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = there.resolve("..").normalize();
        }
        if (!Files.isDirectory(there)) {
            boolean leadsNowhere = Files.isSymbolicLink(there) && !Files.exists(there);
            throw new Problem(
                    NO_DIRECTORY,
                    "The data directory cannot be " + directory + ".",
                    there
                            + (leadsNowhere
                                    ? " is a link that points to nothing."
                                    : " is a file, not a directory."),
                    "Choose another place with --data DIR.");
        }
    }

    public static void refuseShared(Path directory) {
        Optional<String> type = type(directory);
        if (type.filter(name -> SHARED.matcher(name).matches()).isPresent()) {
            throw new Problem(
                    NETWORK_DISK,
                    "The data directory " + directory + " lies on " + type.get() + ".",
                    "A database there can be damaged without anyone noticing.",
                    "Choose a local disk with --data DIR, or PostgreSQL with database.url.");
        }
    }

    /** What sort of disk it is: {@code ext4}. */
    public static Optional<String> type(Path directory) {
        return store(directory).map(FileStore::type).map(name -> name.toLowerCase(Locale.ROOT));
    }

    public static long free(Path directory) {
        try {
            return store(directory).orElseThrow().getUsableSpace();
        } catch (IOException e) {
            return 0;
        }
    }

    static boolean apart(Path one, Path other) {
        return !store(one).equals(store(other));
    }

    /** What cannot be asked has nothing, of which nothing is missing. */
    static DiskSpace space(Path directory) {
        try {
            FileStore store = store(directory).orElseThrow(IOException::new);
            return new DiskSpace(
                    directory, new Bytes(store.getUsableSpace()), new Bytes(store.getTotalSpace()));
        } catch (IOException e) {
            return new DiskSpace(directory, Bytes.ZERO, Bytes.ZERO);
        }
    }

    /** Of the directory, or of the nearest one above it that exists. */
    private static Optional<FileStore> store(Path directory) {
        try {
            Path there = directory.toAbsolutePath();
            while (!Files.exists(there)) {
                there = there.resolve("..").normalize();
            }
            return Optional.of(Files.getFileStore(there));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
