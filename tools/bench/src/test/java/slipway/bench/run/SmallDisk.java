package slipway.bench.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slipway.bench.kit.ServerLauncher;
import slipway.testkit.Needs;

/**
 * A real file system of a few megabytes, which only those see who are started on it. One process keeps it mounted in a
 * mount namespace of its own; with that process it is gone, whatever becomes of the test.
 */
final class SmallDisk implements AutoCloseable {

    private static final String MOUNT =
            "mount -t tmpfs -o size=$1 tmpfs \"$0\" && echo mounted && exec cat";

    private final Process keeper;
    private final Path place;

    private SmallDisk(Process keeper, Path place) {
        this.keeper = keeper;
        this.place = place;
    }

    /**
     * @param place where it is mounted: an empty directory
     */
    static SmallDisk mounted(Path place, String size) throws IOException {
        Needs.command("unshare", "util-linux");
        Needs.command("nsenter", "util-linux");
        Path there = Files.createDirectories(place).toRealPath();
        Process keeper =
                new ProcessBuilder(
                                "unshare",
                                root() ? "-m" : "-rm",
                                "sh",
                                "-c",
                                MOUNT,
                                there.toString(),
                                size)
                        .redirectErrorStream(true)
                        .start();
        String said = keeper.inputReader().readLine();
        Needs.that(
                "mounted".equals(said),
                "a mount namespace (" + said + ")",
                "run it as root or where users may have namespaces of their own");
        return new SmallDisk(keeper, there);
    }

    private static boolean root() {
        return ProcessHandle.current().info().user().filter("root"::equals).isPresent();
    }

    /** Started so, a program sees this disk. */
    ServerLauncher on(ServerLauncher serverLauncher) {
        var words = new ArrayList<>(List.of("nsenter", "--target", "" + keeper.pid(), "--mount"));
        if (!root()) {
            words.addAll(1, List.of("--user", "--preserve-credentials"));
        }
        words.addAll(serverLauncher.words());
        return new ServerLauncher(words);
    }

    /** Where its root is for those who see it. */
    Path place() {
        return place;
    }

    /** The same file from outside. */
    Path outside(Path file) {
        return Path.of("/proc", "" + keeper.pid(), "root").resolve(file.toString().substring(1));
    }

    /** Until not one more byte fits. */
    void fill() throws IOException {
        byte[] some = new byte[4_096];
        try (OutputStream filler = Files.newOutputStream(filler())) {
            while (true) {
                filler.write(some);
            }
        } catch (IOException full) {
            if (!String.valueOf(full.getMessage()).contains("No space left")) {
                throw full;
            }
        }
    }

    void freeSpace() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return outside(place.resolve("filler"));
    }

    @Override
    public void close() {
        keeper.destroyForcibly();
    }
}
