package slipway.run.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * bubblewrap around a job. The machine is there read-only; processes, /tmp, /run and devices are the job's own; the
 * server's files and other attempts are not there at all.
 *
 * @param program where bubblewrap is
 * @param hidden what no job may see
 * @param writable what every job may write to beside its own directory
 */
record Sandbox(Path program, List<Path> hidden, List<Path> writable) {

    private static final int PATIENCE_SECONDS = 10;
    private static final int MOST_SAID = 4_096;

    /** What of its attempt's directory a job may write to. */
    private static final List<String> OWN = List.of("checkpoints", "work", "progress");

    /** Name resolution of systemd lies in /run, where otherwise only doors to other programs are. */
    private static final List<String> OF_RUN =
            List.of("/run/systemd/resolve", "/run/nvidia-persistenced");

    Sandbox {
        hidden = outermost(hidden);
        writable = List.copyOf(writable);
    }

    /**
     * What a job gets.
     *
     * @param directory its attempt's
     * @param places where it runs and saves, if not there
     * @param earlier the folder of an earlier attempt's checkpoints that it goes on from
     * @param devices device files of its accelerators
     * @param shares it talks to the daemon that divides an accelerator
     */
    record Inside(
            Path directory,
            List<Path> places,
            Optional<Path> earlier,
            List<String> devices,
            boolean network,
            boolean shares) {}

    /**
     * What came of looking for one.
     *
     * @param why there is none, and what to do about it; empty where there is one
     */
    record Sought(Optional<Sandbox> sandbox, Optional<Tier.Lack> why) {

        static Sought lacking(String why, String next) {
            return new Sought(Optional.empty(), Optional.of(new Tier.Lack(why, next)));
        }
    }

    /** bubblewrap where it is installed and, tried once, works. */
    static Sought seek(String path, List<Path> hidden, List<Path> writable) {
        for (String folder : path.split(":", -1)) {
            Path program = Path.of(folder, "bwrap");
            if (!folder.isEmpty() && Files.isExecutable(program)) {
                var sandbox = new Sandbox(program, hidden, writable);
                return sandbox.trouble()
                        .map(
                                said ->
                                        Sought.lacking(
                                                "%s does not work here: %s"
                                                        .formatted(program, said),
                                                "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1,"
                                                        + " on Ubuntu also"
                                                        + " kernel.apparmor_restrict_unprivileged_userns=0),"
                                                        + " or run the server as root"))
                        .orElseGet(() -> new Sought(Optional.of(sandbox), Optional.empty()));
            }
        }
        return Sought.lacking(
                "bubblewrap is not installed", "install it, on Debian: apt install bubblewrap");
    }

    static String searched() {
        return System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    }

    /** What goes wrong with an attempt's directory that has nothing in it. */
    private Optional<String> trouble() {
        try {
            Path directory = Files.createTempDirectory("slipway-sandbox");
            for (String own : OWN) {
                Files.createDirectory(directory.resolve(own));
            }
            Files.createDirectory(directory.resolve("tmp"));
            var command =
                    command(
                            new Inside(
                                    directory,
                                    List.of(),
                                    Optional.empty(),
                                    List.of(),
                                    false,
                                    false));
            command.add("/bin/true");
            Optional<String> trouble = trouble(command);
            removed(directory);
            return trouble;
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    /** With the empty directories that bubblewrap made to mount something on. */
    private static void removed(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static Optional<String> trouble(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return Optional.of("it does not come to an end");
            }
            return process.exitValue() == 0 ? Optional.empty() : Optional.of(said(process));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("it was not waited for");
        } finally {
            process.destroyForcibly();
        }
    }

    /** The last line is the one that says why. */
    private static String said(Process process) throws IOException {
        byte[] output = process.getInputStream().readNBytes(MOST_SAID);
        return new String(output, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((_, last) -> last)
                .orElse("it ended with exit code " + process.exitValue());
    }

    /** The words before the job's own. Later mounts lie over earlier ones. */
    List<String> command(Inside job) {
        var words = new ArrayList<String>();
        words.addAll(
                List.of(
                        program.toString(),
                        "--new-session",
                        "--die-with-parent",
                        "--cap-drop",
                        "ALL"));
        words.addAll(List.of("--unshare-pid", "--unshare-uts"));
        if (!job.shares) {
            words.add("--unshare-ipc");
        }
        if (!job.network) {
            words.add("--unshare-net");
        }
        words.addAll(
                List.of(
                        "--ro-bind",
                        "/",
                        "/",
                        "--dev",
                        "/dev",
                        "--proc",
                        "/proc",
                        "--tmpfs",
                        "/run"));
        OF_RUN.forEach(path -> words.addAll(List.of("--ro-bind-try", path, path)));
        job.devices.forEach(device -> words.addAll(List.of("--dev-bind-try", device, device)));
        Path temporary = job.directory.resolve("tmp");
        bind(words, "--bind", temporary, Path.of("/tmp"));
        bind(words, "--bind", temporary, Path.of("/var/tmp"));
        if (job.shares) {
            words.addAll(List.of("--bind-try", "/tmp/nvidia-mps", "/tmp/nvidia-mps"));
        }
        writable.forEach(path -> bind(words, "--bind-try", path, path));
        job.places.forEach(path -> bind(words, "--bind", path, path));
        hidden.stream()
                .filter(Files::isDirectory)
                .forEach(path -> words.addAll(List.of("--tmpfs", path.toString())));
        own(words, job);
        return words;
    }

    /** The job may write where it saves, works and reports; launch.sh, exit and log are not its to change. */
    private static void own(List<String> words, Inside job) {
        // The folder and not the checkpoint: that could be a link, made by the job, to anywhere.
        job.earlier.ifPresent(folder -> bind(words, "--ro-bind-try", folder, folder));
        bind(words, "--ro-bind", job.directory, job.directory);
        for (String name : OWN) {
            Path path = job.directory.resolve(name);
            bind(words, "--bind", path, path);
        }
        Path environment = job.directory.resolve("environment");
        if (Files.isDirectory(environment)) {
            bind(words, "--bind", environment, environment);
        }
    }

    /** Whether a job could work or save there. */
    boolean shows(Path place) {
        return hidden.stream().noneMatch(place::startsWith);
    }

    /** What lies in a hidden folder is hidden with it. */
    private static List<Path> outermost(List<Path> folders) {
        return folders.stream()
                .distinct()
                .filter(
                        folder ->
                                folders.stream()
                                        .noneMatch(
                                                other ->
                                                        !other.equals(folder)
                                                                && folder.startsWith(other)))
                .toList();
    }

    private static void bind(List<String> words, String how, Path from, Path to) {
        words.addAll(List.of(how, from.toString(), to.toString()));
    }
}
