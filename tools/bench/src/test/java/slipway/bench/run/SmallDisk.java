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
 * A real file system of a few megabytes that only programs started on it see. One process holds it mounted in its own
 * mount namespace; the file system disappears with that process, even if the test fails.
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
     * @param place its mount point: an empty directory
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

    /** A launcher whose programs see this disk. */
    ServerLauncher on(ServerLauncher serverLauncher) {
        var words = new ArrayList<>(List.of("nsenter", "--target", "" + keeper.pid(), "--mount"));
        if (!root()) {
            words.addAll(1, List.of("--user", "--preserve-credentials"));
        }
        words.addAll(serverLauncher.words());
        return new ServerLauncher(words);
    }

    /** Its root for the programs that see it. */
    Path place() {
        return place;
    }

    /** The same file outside the namespace. */
    Path outside(Path file) {
        return Path.of("/proc", "" + keeper.pid(), "root").resolve(file.toString().substring(1));
    }

    /** Fills the disk to the last byte. */
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
