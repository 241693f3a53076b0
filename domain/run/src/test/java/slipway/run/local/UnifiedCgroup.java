package slipway.run.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.testkit.Needs;

/**
 * A group of a test in the kernel's second hierarchy, wherever that is mounted. Limits can only be tried where its
 * controllers are not bound to the first one; everything else can be.
 */
record UnifiedCgroup(Path base) implements AutoCloseable {

    static UnifiedCgroup make() {
        Path base = mount().resolve("slipway-test-" + ProcessHandle.current().pid());
        try {
            Files.createDirectories(base);
        } catch (IOException e) {
            Needs.that(false, "a separate control group", "run it as root");
        }
        return new UnifiedCgroup(base);
    }

    private static Path mount() {
        Optional<Path> mount = Optional.empty();
        try {
            mount =
                    Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                            .map(line -> line.split(" ", -1))
                            .filter(words -> words[2].equals("cgroup2"))
                            .map(words -> Path.of(words[1]))
                            .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Needs.that(mount.isPresent(), "a mount of cgroup2", "mount one");
        return mount.orElseThrow();
    }

    Cgroups cgroups() {
        return new Cgroups(Cgroups.Version.V2, base);
    }

    /** Folders only: the files in them are the kernel's, and go with them. */
    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(base)) {
            List<Path> folders =
                    all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList();
            for (Path folder : folders) {
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
