package slipway.testkit;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Programs that run without special rights. For root no directory is read-only, so a test of permissions that is
 * started by root starts what it tests as the user nobody; everybody else starts it plainly.
 */
public final class AsNobody {

    private static final int NOBODY = 65_534;

    private AsNobody() {}

    /** A process to be started: nobody must be able to read the program and to enter its working directory. */
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
                                "" + NOBODY,
                                "--regid",
                                "" + NOBODY,
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
                Files.setAttribute(each, "unix:uid", NOBODY);
                Files.setAttribute(each, "unix:gid", NOBODY);
            }
        }
    }

    static boolean isRoot() {
        return new UnixSystem().getUid() == 0;
    }
}
