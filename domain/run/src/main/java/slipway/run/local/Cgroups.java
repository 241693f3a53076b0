package slipway.run.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Bytes;
import slipway.run.engine.Launch.Limits;

/**
 * Cgroups (control groups of the Linux kernel): one for each job process that has a limit, below a parent group that
 * Slipway owns. The version is detected once, by trying it.
 *
 * @param base the parent group
 */
record Cgroups(Version version, Path base) {

    enum Version {
        V1,
        V2
    }

    private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);
    private static final String SERVER_GROUP = "slipway-server";
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROSECONDS = 100_000;

    /** What works here; empty where none does, as in most containers. */
    static Optional<Cgroups> detect() {
        return detect(MOUNT, Path.of("/proc/self/cgroup"));
    }

    static Optional<Cgroups> detect(Path mount, Path membership) {
        List<String> lines;
        try {
            lines = Files.readAllLines(membership);
        } catch (IOException e) {
            return Optional.empty();
        }
        return detectV2(mount, lines).or(() -> detectV1(mount, lines));
    }

    private static Optional<Cgroups> detectV2(Path mount, List<String> lines) {
        return Files.exists(mount.resolve("cgroup.controllers"))
                ? ownGroup(lines, "0::")
                        .map(path -> mount.resolve(path))
                        .flatMap(Cgroups::dividableGroup)
                : Optional.empty();
    }

    /**
     * The group that we may divide. Where the server has its own group already, given by systemd
     * ({@code DelegateSubgroup}) or made by itself, that is the one above. The group of a service itself is left as it
     * is: systemd starts the server there again, and a group that hands controllers down takes in no process, so as
     * long as a job runs the server could not come back.
     */
    private static Optional<Cgroups> dividableGroup(Path group) {
        if (group.endsWith(SERVER_GROUP)) {
            return delegate(group.resolveSibling(".").normalize());
        }
        if (group.toString().endsWith(".service")) {
            LOG.info("{} has no DelegateSubgroup={}: memory is watched", group, SERVER_GROUP);
            return Optional.empty();
        }
        return delegate(group);
    }

    /**
     * A group that hands controllers down may hold no process itself, so the server moves into one of its own beside
     * the jobs. It is allowed to where the unit says {@code Delegate=yes}.
     */
    private static Optional<Cgroups> delegate(Path group) {
        try {
            Path server = Files.createDirectories(group.resolve(SERVER_GROUP));
            for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
                Files.writeString(server.resolve("cgroup.procs"), pid);
            }
            Files.writeString(group.resolve("cgroup.subtree_control"), "+memory +cpu +pids");
            Path jobs = Files.createDirectories(group.resolve("slipway"));
            Files.writeString(jobs.resolve("cgroup.subtree_control"), "+memory +cpu +pids");
            return Optional.of(new Cgroups(Version.V2, jobs)).filter(Cgroups::works);
        } catch (IOException e) {
            LOG.debug("Control groups version 2 are not ours to use", e);
            return Optional.empty();
        }
    }

    private static Optional<Cgroups> detectV1(Path mount, List<String> lines) {
        return lines.stream()
                .filter(line -> line.matches("[0-9]+:([^:]*,)?memory(,[^:]*)?:.*"))
                .findFirst()
                .map(line -> line.replaceFirst("^[0-9]+:[^:]*:/?", ""))
                .map(path -> mount.resolve("memory").resolve(path).resolve("slipway"))
                .map(base -> new Cgroups(Version.V1, base))
                .filter(Cgroups::works);
    }

    private static Optional<String> ownGroup(List<String> lines, String prefix) {
        return lines.stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()).replaceFirst("^/", ""))
                .findFirst();
    }

    private boolean works() {
        try {
            Files.createDirectories(base);
            Cgroup probe = make("probe", Limits.NONE.memory(Bytes.mebibytes(64)));
            probe.remove();
            return true;
        } catch (IOException e) {
            LOG.debug("{} cannot be used", base, e);
            return false;
        }
    }

    String describe() {
        return version == Version.V2 ? "cgroup v2" : "cgroup v1";
    }

    /** A group with these limits, or the one that is there. */
    Cgroup make(String name, Limits limits) throws IOException {
        Path group = Files.createDirectories(base.resolve(name));
        if (limits.memory().isPresent()) {
            String most = Long.toString(limits.memory().get().count());
            Files.writeString(
                    group.resolve(version == Version.V2 ? "memory.max" : "memory.limit_in_bytes"),
                    most);
        }
        if (version == Version.V2 && limits.memory().isPresent()) {
            // All of the part or nothing: half a job that goes on is of no use to anybody.
            Files.writeString(group.resolve("memory.oom.group"), "1");
        }
        if (version == Version.V2 && limits.cpus() > 0) {
            Files.writeString(
                    group.resolve("cpu.max"), limits.cpus() * 100L + " " + PERIOD_MICROSECONDS);
        }
        return new Cgroup(version, group);
    }

    /** The group of a part that another life of the server made. */
    Optional<Cgroup> find(String name) {
        return Optional.of(base.resolve(name))
                .filter(Files::isDirectory)
                .map(path -> new Cgroup(version, path));
    }
}
