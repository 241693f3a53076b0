package slipway.run.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** The cgroup of one node task. */
record Cgroup(Cgroups.Version version, Path path) {

    /** A process that writes 0 to this file joins the cgroup, with all processes that it starts. */
    Path procsFile() {
        return path.resolve("cgroup.procs");
    }

    /** The processes in it at this moment; the next moment may have others. */
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

    /** Kills all its processes at once, where the kernel supports cgroup.kill. */
    void kill() {
        Path killFile = path.resolve("cgroup.kill");
        if (!Files.exists(killFile)) {
            return;
        }
        try {
            Files.writeString(killFile, "1");
        } catch (IOException e) {
            LoggerFactory.getLogger(Cgroup.class)
                    .warn("The cgroup {} could not be killed", path, e);
        }
    }

    /** Whether the kernel's OOM killer killed a process in it. */
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

    /** Only an empty cgroup can be removed; one that is not empty yet is removed later or never. */
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
