package slipway.testkit.runner;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The folder for temporary files of one run, removed when the run ends. Its path is short because the path of a Unix
 * socket has at most 107 bytes, and other accounts may enter it because tests start processes under other accounts.
 */
record ScratchFolder(Path path) implements AutoCloseable {

    private static final int TRIES = 100;

    static ScratchFolder create() throws IOException {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        String pid = Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX);
        for (int number = 0; number < TRIES; number++) {
            Path path = parent.resolve("sw-" + pid + (number == 0 ? "" : "-" + number));
            try {
                Files.createDirectory(path);
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
                return new ScratchFolder(path);
            } catch (FileAlreadyExistsException left) {
                // A run with this process id was killed; its folder is left as it was.
            }
        }
        throw new IOException("Too many folders like " + parent.resolve("sw-" + pid));
    }

    /** What cannot be removed stays: a test may have mounted something there. */
    @Override
    public void close() throws IOException {
        Files.walkFileTree(path, new Remover());
    }

    private static final class Remover extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return remove(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException unreadable) {
            return remove(folder);
        }

        private static FileVisitResult remove(Path file) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException kept) {
                return FileVisitResult.CONTINUE;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
