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
 * Removes directories that a job may be writing to. Each directory is opened relative to its parent and never through a
 * symbolic link, so that no file outside is removed, whatever the job replaces meanwhile.
 */
final class DirectoryCleanup {

    /** Each level needs an open descriptor; deeper directories stay. */
    private static final int MAX_DEPTH = 256;

    private DirectoryCleanup() {}

    /**
     * Removes a folder; files that cannot be removed stay.
     *
     * @param folder in a directory that no job can replace
     */
    static void remove(Path folder) {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            withParent(folder, (parent, name) -> remove(parent, name, MAX_DEPTH));
        }
    }

    /** Removes everything in the folder, but not the folder. */
    static void clear(Path folder) {
        withParent(
                folder,
                (parent, name) -> {
                    try (var inside = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                        for (Path each : inside) {
                            remove(inside, each.getFileName(), MAX_DEPTH);
                        }
                    }
                });
    }

    @FunctionalInterface
    private interface Removal {
        void run(SecureDirectoryStream<Path> parent, Path name) throws IOException;
    }

    private static void withParent(Path folder, Removal removal) {
        try (DirectoryStream<Path> parent = Files.newDirectoryStream(folder.resolveSibling("."))) {
            if (!(parent instanceof SecureDirectoryStream<Path> entered)) {
                throw new IOException("This system cannot remove a folder without following links");
            }
            removal.run(entered, folder.getFileName());
        } catch (NoSuchFileException e) {
            LoggerFactory.getLogger(DirectoryCleanup.class).debug("{} is gone already", folder, e);
        } catch (IOException | DirectoryIteratorException e) {
            LoggerFactory.getLogger(DirectoryCleanup.class)
                    .warn("{} could not be removed", folder, e);
        }
    }

    private static void remove(SecureDirectoryStream<Path> parent, Path name, int deeper)
            throws IOException {
        var view =
                parent.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (!view.readAttributes().isDirectory()) {
            parent.deleteFile(name);
            return;
        }
        if (deeper == 0) {
            throw new IOException(name + " is nested too deeply");
        }
        try (var inside = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            for (Path each : inside) {
                remove(inside, each.getFileName(), deeper - 1);
            }
        }
        parent.deleteDirectory(name);
    }
}
