package slipway.run.attempt;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import org.slf4j.LoggerFactory;

/**
 * Removes directories that a job may be writing in. Each is entered from the one that holds it and never through a
 * link, so that nothing outside is removed, whatever the job puts in the place of what meanwhile.
 */
final class DirectoryCleanup {

    /** One descriptor for each; what somebody nested deeper is left to people. */
    private static final int DEEPEST = 256;

    private DirectoryCleanup() {}

    /**
     * What cannot be removed stays: it is in nobody's way.
     *
     * @param folder in a directory that no job can put another in the place of
     */
    static void remove(Path folder) {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            from(folder, (above, name) -> remove(above, name, DEEPEST));
        }
    }

    /** Everything in it, but not the folder itself. */
    static void clear(Path folder) {
        from(
                folder,
                (above, name) -> {
                    try (var inside = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                        for (Path each : inside) {
                            remove(inside, each.getFileName(), DEEPEST);
                        }
                    }
                });
    }

    @FunctionalInterface
    private interface Removing {
        void from(SecureDirectoryStream<Path> above, Path name) throws IOException;
    }

    private static void from(Path folder, Removing removing) {
        try (DirectoryStream<Path> above = Files.newDirectoryStream(folder.resolveSibling("."))) {
            if (!(above instanceof SecureDirectoryStream<Path> entered)) {
                throw new IOException("This system cannot remove a folder without following links");
            }
            removing.from(entered, folder.getFileName());
        } catch (NoSuchFileException e) {
            LoggerFactory.getLogger(DirectoryCleanup.class).debug("{} is gone already", folder, e);
        } catch (IOException | DirectoryIteratorException e) {
            LoggerFactory.getLogger(DirectoryCleanup.class)
                    .warn("{} could not be removed", folder, e);
        }
    }

    private static void remove(SecureDirectoryStream<Path> above, Path name, int deeper)
            throws IOException {
        var view =
                above.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (!view.readAttributes().isDirectory()) {
            above.deleteFile(name);
            return;
        }
        if (deeper == 0) {
            throw new IOException(name + " lies too deep");
        }
        try (var inside = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            for (Path each : inside) {
                remove(inside, each.getFileName(), deeper - 1);
            }
        }
        above.deleteDirectory(name);
    }
}
