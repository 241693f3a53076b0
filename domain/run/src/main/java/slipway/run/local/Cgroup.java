package slipway.run.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** The control group of one part. */
record Cgroup(Cgroups.Version version, Path path) {

    /** Whoever writes 0 here is in the group from then on, with all it starts. */
    Path procsFile() {
        return path.resolve("cgroup.procs");
    }

    /** What is in it. The list can be read in any moment and is never complete in the next. */
    List<Integer> processes() {
        return read("cgroup.procs")
                .map(
                        text ->
                                text.lines()
                                        .filter(line -> !line.isBlank())
                                        .map(Integer::valueOf)
                                        .toList())
                .orElse(List.of());
    }

    /** Ends all of it at one stroke, where the kernel can. */
    void kill() {
        Path killFile = path.resolve("cgroup.kill");
        if (!Files.exists(killFile)) {
            return;
        }
        try {
            Files.writeString(killFile, "1");
        } catch (IOException e) {
            LoggerFactory.getLogger(Cgroup.class).warn("{} could not be killed at once", path, e);
        }
    }

    /** Whether the kernel killed something in it for want of memory. */
    boolean ranOutOfMemory() {
        return read(version == Cgroups.Version.V2 ? "memory.events" : "memory.oom_control")
                .flatMap(
                        text ->
                                text.lines()
                                        .filter(line -> line.startsWith("oom_kill "))
                                        .findFirst())
                .map(line -> !line.strip().endsWith(" 0"))
                .orElse(false);
    }

    /** Only an empty group can be removed; one that is not empty yet is removed at a later time, or never. */
    void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LoggerFactory.getLogger(Cgroup.class).debug("{} is not empty yet", path, e);
        }
    }

    private Optional<String> read(String file) {
        try {
            return Optional.of(Files.readString(path.resolve(file)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
