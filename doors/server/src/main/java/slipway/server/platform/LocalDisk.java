package slipway.server.platform;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;

/** The disk under the data directory. SQLite shares memory between processes, which no network disk keeps right. */
final class LocalDisk {

    static final Code NETWORK_DISK =
            Code.of(
                    Kind.INVALID,
                    "network-disk",
                    "The data directory lies on a disk that other machines share.");
    private static final Pattern SHARED =
            Pattern.compile("nfs.*|lustre|gpfs|beegfs|fuse.*|cifs|smb.*|ceph|afs|9p");

    private LocalDisk() {}

    static void refuseShared(Path directory) {
        Optional<String> type =
                store(directory).map(FileStore::type).map(name -> name.toLowerCase(Locale.ROOT));
        if (type.filter(name -> SHARED.matcher(name).matches()).isPresent()) {
            throw new Problem(
                    NETWORK_DISK,
                    "The data directory " + directory + " lies on " + type.get() + ".",
                    "A database there can be damaged without anyone noticing.",
                    "Choose a local disk with --data DIR, or PostgreSQL with database.url.");
        }
    }

    static long free(Path directory) {
        try {
            return store(directory).orElseThrow().getUsableSpace();
        } catch (IOException e) {
            return 0;
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
