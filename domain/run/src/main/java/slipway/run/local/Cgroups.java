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

    /** The version that works here; empty if none does, as in most containers. */
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
     * The cgroup that the server may divide. If systemd ({@code DelegateSubgroup}) or an earlier server put the server
     * into a subgroup, it is the parent. The cgroup of a systemd service itself must not be divided: a cgroup with
     * delegated controllers may hold no process, so systemd could not restart the server there while a job runs.
     */
    private static Optional<Cgroups> dividableGroup(Path group) {
        if (group.endsWith(SERVER_GROUP)) {
            return delegate(group.resolveSibling(".").normalize());
        }
        if (group.toString().endsWith(".service")) {
            LOG.info(
                    "{} has no DelegateSubgroup={}: memory limits are enforced by sampling",
                    group,
                    SERVER_GROUP);
            return Optional.empty();
        }
        return delegate(group);
    }

    /**
     * Delegates controllers to a group for jobs. A cgroup with delegated controllers may hold no process, so the server
     * moves into a subgroup beside the jobs. The unit must set {@code Delegate=yes}.
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
            LOG.debug("The server may not use cgroup v2", e);
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

    /** Creates a cgroup with these limits, or sets them on the existing one. */
    Cgroup make(String name, Limits limits) throws IOException {
        Path group = Files.createDirectories(base.resolve(name));
        if (limits.memory().isPresent()) {
            String most = Long.toString(limits.memory().get().count());
            Files.writeString(
                    group.resolve(version == Version.V2 ? "memory.max" : "memory.limit_in_bytes"),
                    most);
        }
        if (version == Version.V2 && limits.memory().isPresent()) {
            // The OOM killer kills the whole task: half a job is useless.
            Files.writeString(group.resolve("memory.oom.group"), "1");
        }
        if (version == Version.V2 && limits.cpus() > 0) {
            Files.writeString(
                    group.resolve("cpu.max"), limits.cpus() * 100L + " " + PERIOD_MICROSECONDS);
        }
        return new Cgroup(version, group);
    }

    /** The cgroup of a task that an earlier server created. */
    Optional<Cgroup> find(String name) {
        return Optional.of(base.resolve(name))
                .filter(Files::isDirectory)
                .map(path -> new Cgroup(version, path));
    }
}
