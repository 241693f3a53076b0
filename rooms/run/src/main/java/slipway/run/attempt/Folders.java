package slipway.run.attempt;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Removes directories, never following a link out of them. */
final class Folders {

    private Folders() {}

    /** What cannot be removed stays: it is in nobody's way. */
    static void remove(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            removeWhole(folder);
        } catch (IOException e) {
            LoggerFactory.getLogger(Folders.class).warn("{} could not be removed", folder, e);
        }
    }

    /** Everything in it, but not the folder itself. */
    static void clear(Path folder) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(Folders::remove);
        } catch (NoSuchFileException e) {
            LoggerFactory.getLogger(Folders.class).debug("{} is gone already", folder, e);
        } catch (IOException | DirectoryIteratorException e) {
            LoggerFactory.getLogger(Folders.class).warn("{} could not be cleared", folder, e);
        }
    }

    private static void removeWhole(Path folder) {
        try {
            Files.walkFileTree(folder, new Removing());
        } catch (IOException e) {
            LoggerFactory.getLogger(Folders.class).warn("{} could not be removed", folder, e);
        }
    }

    private static final class Removing extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException trouble)
                throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
