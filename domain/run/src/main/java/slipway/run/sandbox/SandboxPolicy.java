package slipway.run.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.base.text.ShellQuote;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.Engine;

/**
 * The sandbox of jobs, as options of bubblewrap. The machine is read-only; processes, /tmp, /run and devices are
 * private; the server's files and other attempts are invisible.
 *
 * @param program the path of bubblewrap, quoted for the shell
 * @param hidden paths that no job may see
 */
public record SandboxPolicy(String program, List<Path> hidden) {

    /** The entries of its attempt's directory that a job may write to. */
    static final List<String> WRITABLE_NAMES = List.of("checkpoints", "work", "progress");

    private static final List<Path> PRIVATE_TMP = List.of(Path.of("/tmp"), Path.of("/var/tmp"));

    /** A job that could write to these folders could become root, if the server is root. */
    private static final List<Path> SYSTEM_FOLDERS =
            Stream.of(
                            "bin", "boot", "dev", "etc", "lib", "lib64", "proc", "run", "sbin",
                            "sys", "usr")
                    .map(name -> Path.of("/", name))
                    .toList();

    /** The parts of /run that a job needs; the rest are sockets of other programs. */
    private static final List<String> VISIBLE_IN_RUN =
            List.of("/run/systemd/resolve", "/run/nvidia-persistenced");

    /** Restores the variables that launch.sh held back, inside the sandbox: bubblewrap itself must not load them. */
    private static final String RESTORE_VARIABLES =
            "for name in ${held-}; do eval \"set -- --setenv $name \\\"\\$held_$name\\\" \\\"\\$@\\\"\"; done";

    /** Variables through which a job could make a program outside the sandbox run or load its files. */
    public static final Set<String> HELD_BACK =
            Set.of(
                    "PATH",
                    "LD_PRELOAD",
                    "LD_LIBRARY_PATH",
                    "LD_AUDIT",
                    "GLIBC_TUNABLES",
                    "GCONV_PATH",
                    "LOCPATH");

    public SandboxPolicy {
        hidden = outermost(hidden.stream().map(SandboxPolicy::realPath).toList());
    }

    /** The same policy with another copy of bubblewrap. */
    public SandboxPolicy withProgram(String otherProgram) {
        return new SandboxPolicy(otherProgram, hidden);
    }

    /**
     * What one job may access.
     *
     * @param directory of its attempt
     * @param temporary the folder that it sees as /tmp: quoted for {@link #script}, a plain path for {@link #arguments}
     * @param writablePaths where it runs, saves and installs, if outside of its directory
     * @param earlierCheckpoints the checkpoints of the earlier attempt that it resumes from
     * @param devices device files of its accelerators
     * @param network whether it may use the network
     * @param sharesGpu whether it uses the MPS daemon, which shares a GPU
     */
    public record JobAccess(
            Path directory,
            String temporary,
            List<Path> writablePaths,
            Optional<Path> earlierCheckpoints,
            List<String> devices,
            boolean network,
            boolean sharesGpu) {

        public JobAccess {
            directory = realPath(directory);
            writablePaths = List.copyOf(writablePaths);
            earlierCheckpoints =
                    earlierCheckpoints.map(
                            folder ->
                                    realPath(folder.resolveSibling(""))
                                            .resolve(folder.getFileName()));
            devices = List.copyOf(devices);
        }

        /** The access of an empty job; creates the entries that every attempt's directory has. */
        public static JobAccess minimal(Path directory, String temporary) throws IOException {
            for (String own : WRITABLE_NAMES) {
                Files.createDirectories(directory.resolve(own));
            }
            return new JobAccess(
                    directory, temporary, List.of(), Optional.empty(), List.of(), false, false);
        }
    }

    /**
     * Shell lines that execute the command in {@code "$@"} in the sandbox, in the current directory of the shell.
     * Options of bubblewrap may precede the command. Each line puts its options before those of the lines above, and
     * later mounts cover earlier ones, so the lines read from the last one up.
     */
    public String script(JobAccess access) {
        var lines = new ArrayList<String>();
        lines.add(RESTORE_VARIABLES);
        lines.add("set -- %s --chdir \"$PWD\" \"$@\"".formatted(attemptMounts(access)));
        for (Path path : hidden.reversed()) {
            String quoted = ShellQuote.of(path.toString());
            lines.add("if [ -d %1$s ]; then set -- --tmpfs %1$s \"$@\"".formatted(quoted));
            lines.add(
                    "elif [ -e %1$s ]; then set -- --ro-bind /dev/null %1$s \"$@\"; fi"
                            .formatted(quoted));
        }
        lines.add(
                "exec %s %s %s \"$@\""
                        .formatted(program, isolationOptions(access), machineMounts(access)));
        return "    " + String.join("\n    ", lines) + "\n";
    }

    /**
     * The same policy as arguments for the job supervisor, which always uses the isolation options. Hidden paths are
     * checked now, because the arguments are for this machine.
     */
    public List<String> arguments(JobAccess access) {
        var words = new ArrayList<String>();
        if (access.sharesGpu) {
            words.add("--share-ipc");
        }
        if (!access.network) {
            words.add("--unshare-net");
        }
        words.addAll(machineMounts(access).arguments());
        for (Path path : hidden) {
            if (Files.isDirectory(path)) {
                words.addAll(List.of("--tmpfs", path.toString()));
            } else if (Files.exists(path)) {
                words.addAll(List.of("--ro-bind", "/dev/null", path.toString()));
            }
        }
        words.addAll(attemptMounts(access).arguments());
        return words;
    }

    /** The namespaces that a job does not share with others, and its dropped capabilities. */
    private static ShellCommand isolationOptions(JobAccess access) {
        var words = new ShellCommand();
        words.add("--new-session", "--die-with-parent", "--cap-drop", "ALL");
        words.add("--unshare-pid", "--unshare-uts");
        if (!access.sharesGpu) {
            words.add("--unshare-ipc");
        }
        if (!access.network) {
            words.add("--unshare-net");
        }
        return words;
    }

    /** The machine as the job sees it. */
    private ShellCommand machineMounts(JobAccess access) {
        var words = new ShellCommand();
        words.add("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run");
        VISIBLE_IN_RUN.forEach(path -> words.add("--ro-bind-try", path, path));
        access.devices.forEach(device -> words.add("--dev-bind-try", device, device));
        words.add("--bind").expression(access.temporary).add("/tmp");
        words.add("--bind").expression(access.temporary).add("/var/tmp");
        if (access.sharesGpu) {
            words.add("--bind-try", "/tmp/nvidia-mps", "/tmp/nvidia-mps");
        }
        access.writablePaths.forEach(path -> bind(words, path));
        return words;
    }

    /**
     * A path in a private folder such as /tmp may be a symbolic link that the job cannot see, so both names are bound.
     */
    private static void bind(ShellCommand words, Path path) {
        Path real = realPath(path);
        words.bind("--bind", real);
        if (leadsThroughPrivateTmp(path, real)) {
            words.add("--bind", real.toString(), path.toString());
        }
    }

    private static boolean leadsThroughPrivateTmp(Path path, Path real) {
        return !real.equals(path) && PRIVATE_TMP.stream().anyMatch(path::startsWith);
    }

    /** The job may write its checkpoints, work and progress, but not launch.sh, exit and log. */
    private static ShellCommand attemptMounts(JobAccess access) {
        var words = new ShellCommand();
        // The folder, not the checkpoint itself: a job could have replaced that by a link.
        access.earlierCheckpoints.ifPresent(folder -> words.bind("--ro-bind-try", folder));
        words.bind("--ro-bind", access.directory);
        WRITABLE_NAMES.forEach(name -> words.bind("--bind", access.directory.resolve(name)));
        Path environment = access.directory.resolve("environment");
        if (Files.isDirectory(environment)) {
            words.bind("--bind", environment);
        }
        return words;
    }

    /**
     * Refuses attempts that would use paths of the server or the system.
     *
     * @throws Problem if the attempt would run, save or install in a hidden folder or a system folder
     */
    public void check(AttemptDirectory attempt) {
        check(attempt, "run", attempt.workdir());
        check(attempt, "save", attempt.externalCheckpoints());
        check(attempt, "install", attempt.environmentPath());
    }

    private void check(AttemptDirectory attempt, String what, Optional<Path> path) {
        if (path.isEmpty()) {
            return;
        }
        Optional<String> why = refusal(path.get(), realPath(path.get()));
        if (why.isPresent()) {
            throw new Problem(
                    Engine.CANNOT,
                    "Attempt %s would %s in %s.".formatted(attempt.id(), what, path.get()),
                    why.get(),
                    "Move the files of the job to another folder.");
        }
    }

    private Optional<String> refusal(Path path, Path real) {
        if (hidden.stream().anyMatch(real::startsWith)) {
            return Optional.of("That folder belongs to the server and is hidden from jobs.");
        }
        if (real.equals(real.getRoot()) || SYSTEM_FOLDERS.stream().anyMatch(real::startsWith)) {
            return Optional.of("That is a system folder, which no job may change.");
        }
        return leadsThroughPrivateTmp(path, real)
                        && hidden.stream().anyMatch(each -> each.startsWith(real))
                ? Optional.of("That is a link to a folder with files of the server.")
                : Optional.empty();
    }

    /** bubblewrap cannot mount on a path that contains a symbolic link. */
    private static Path realPath(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException notHere) {
            return path;
        }
    }

    /** A hidden folder also hides its contents. */
    private static List<Path> outermost(List<Path> folders) {
        return folders.stream()
                .distinct()
                .filter(
                        folder ->
                                folders.stream()
                                        .noneMatch(
                                                otherProgram ->
                                                        !otherProgram.equals(folder)
                                                                && folder.startsWith(otherProgram)))
                .toList();
    }
}
