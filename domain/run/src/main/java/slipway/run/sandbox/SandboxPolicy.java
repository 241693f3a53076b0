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
 * bubblewrap around a job. The machine is there read-only; processes, /tmp, /run and devices are the job's own; the
 * server's files and other attempts are not there at all.
 *
 * @param program where bubblewrap is, as a word of the shell
 * @param hidden what no job may see
 * @param writable what every job may write to beside its own directory
 */
public record SandboxPolicy(String program, List<Path> hidden, List<Path> writable) {

    /** What of its attempt's directory a job may write to. */
    static final List<String> WRITABLE_NAMES = List.of("checkpoints", "work", "progress");

    private static final List<Path> PRIVATE_TMP = List.of(Path.of("/tmp"), Path.of("/var/tmp"));

    /** Whoever may write here is root soon, if the server is. */
    private static final List<Path> SYSTEM_FOLDERS =
            Stream.of(
                            "bin", "boot", "dev", "etc", "lib", "lib64", "proc", "run", "sbin",
                            "sys", "usr")
                    .map(name -> Path.of("/", name))
                    .toList();

    /** Name resolution of systemd lies in /run, where otherwise only doors to other programs are. */
    private static final List<String> VISIBLE_IN_RUN =
            List.of("/run/systemd/resolve", "/run/nvidia-persistenced");

    /** What launch.sh held back: bubblewrap itself is not to load it. */
    private static final String RESTORE_VARIABLES =
            "for name in ${held-}; do eval \"set -- --setenv $name \\\"\\$held_$name\\\" \\\"\\$@\\\"\"; done";

    /** The variables of a job by which a program outside of its sandbox would run or load what the job made. */
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
        writable = List.copyOf(writable);
    }

    /** The same by another copy of the program. */
    public SandboxPolicy withProgram(String otherProgram) {
        return new SandboxPolicy(otherProgram, hidden, writable);
    }

    /**
     * What a job gets.
     *
     * @param directory its attempt's
     * @param temporary the folder that it sees as /tmp, as a word of whoever reads these
     * @param writablePaths where it runs and saves, if not in its directory
     * @param earlierCheckpoints the folder of an earlier attempt's checkpoints that it goes on from
     * @param devices device files of its accelerators
     * @param network whether it sees the machine's network
     * @param sharesGpu it talks to the daemon that divides an accelerator
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

        /** Of a job that asks for nothing; makes the directory, with what every attempt has in it. */
        public static JobAccess minimal(Path directory, String temporary) throws IOException {
            for (String own : WRITABLE_NAMES) {
                Files.createDirectories(directory.resolve(own));
            }
            return new JobAccess(
                    directory, temporary, List.of(), Optional.empty(), List.of(), false, false);
        }
    }

    /**
     * The lines of shell that become the command in {@code "$@"}, in the sandbox and in the folder where the shell is.
     * Words of bubblewrap's own may stand before that command. Later mounts lie over earlier ones, so these lines are
     * to be read from the last one up.
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
     * The same as words for the cradle, which keeps a job apart without being asked to. What is hidden is looked for
     * now: they are for this machine. Here the folder for what is temporary is no word of a shell, but a path.
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

    /** What a job does not share with others. */
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
        writable.forEach(path -> words.bind("--bind-try", path));
        access.writablePaths.forEach(path -> bind(words, path));
        return words;
    }

    /** Where a job has a folder of its own instead of the machine's, it sees no link that leads to a place of its. */
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

    /** The job may write where it saves, works and reports; launch.sh, exit and log are not its to change. */
    private static ShellCommand attemptMounts(JobAccess access) {
        var words = new ShellCommand();
        // The folder and not the checkpoint: that could be a link, made by the job, to anywhere.
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
     * @throws Problem if the attempt is to work, save or install where no job can see anything, or where it would
     *     change the machine itself
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
                    "Attempt %s is to %s in %s.".formatted(attempt.id(), what, path.get()),
                    why.get(),
                    "Move the files of the job somewhere else.");
        }
    }

    private Optional<String> refusal(Path path, Path real) {
        if (hidden.stream().anyMatch(real::startsWith)) {
            return Optional.of("That lies in a directory of the server, which no job can see.");
        }
        if (real.equals(real.getRoot()) || SYSTEM_FOLDERS.stream().anyMatch(real::startsWith)) {
            return Optional.of("That is the machine itself, which no job may change.");
        }
        return leadsThroughPrivateTmp(path, real)
                        && hidden.stream().anyMatch(each -> each.startsWith(real))
                ? Optional.of("That leads by a link to where the server has its own files.")
                : Optional.empty();
    }

    /** bubblewrap mounts on no path that leads through a link. */
    private static Path realPath(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException notHere) {
            return path;
        }
    }

    /** What lies in a hidden folder is hidden with it. */
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
