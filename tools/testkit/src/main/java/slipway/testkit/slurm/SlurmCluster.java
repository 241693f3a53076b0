package slipway.testkit.slurm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.testkit.Needs;

/**
 * Eight nodes of eight accelerators each, under two switches. Partitions: {@code ours}; {@code low}, whose jobs those
 * of {@code high} preempt; {@code short}, which allows an hour; and {@code closed}, which starts nothing. Up in about
 * a second.
 */
public final class SlurmCluster implements AutoCloseable {

    private static final int NODES = 8;
    private static final int GPUS_PER_NODE = 8;

    /** Half a minute in all: enough for a slow machine. */
    private static final int MAX_POLLS = 600;

    private final Path folder;
    private final int age;
    private final Map<String, Process> daemons = new LinkedHashMap<>();

    private SlurmCluster(Path folder, int age) {
        this.folder = folder;
        this.age = age;
    }

    /** Starts it; skips the test that asks for it, loudly, where it is not installed. */
    public static SlurmCluster start() {
        return forgettingAfter(300);
    }

    /** One that remembers jobs for so many seconds after their end; looking for such is done every few. */
    public static SlurmCluster forgettingAfter(int seconds) {
        need("munged", "munge");
        need("slurmctld", "slurmctld");
        need("slurmd", "slurmd");
        need("sbatch", "slurm-client");
        Needs.that(
                System.getProperty("user.name").equals("root"),
                "an account that may make device files",
                "run it as root");
        try {
            var cluster = new SlurmCluster(Files.createTempDirectory("slurm"), seconds);
            try {
                cluster.begin();
            } catch (IOException | RuntimeException e) {
                cluster.close();
                throw e;
            }
            return cluster;
        } catch (IOException e) {
            throw new UncheckedIOException("Slurm did not come up", e);
        }
    }

    /** One that another process has started and will end, by its folder. */
    public static SlurmCluster joined(Path folder) {
        return new SlurmCluster(folder, 0);
    }

    private static void need(String program, String installedBy) {
        Needs.that(find(program).isPresent(), program, "install the package " + installedBy);
    }

    /** The PATH of a user does not always contain the folders of daemons. */
    private static Optional<Path> find(String name) {
        String places = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin";
        return Arrays.stream(places.split(":", -1))
                .filter(place -> !place.isEmpty())
                .map(place -> Path.of(place, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private void begin() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String part : List.of("state", "spool", "log", "dev")) {
            Files.createDirectory(folder.resolve(part));
        }
        for (int card = 0; card < GPUS_PER_NODE; card++) {
            String device = folder.resolve("dev/nvidia" + card).toString();
            run(List.of("mknod", device, "c", "195", Integer.toString(card)));
        }
        Path key = folder.resolve("munge.key");
        byte[] secret = new byte[1_024];
        new SecureRandom().nextBytes(secret);
        Files.write(key, secret);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        configure();
        daemon(
                "munged",
                "munged",
                "--foreground",
                "--force",
                "--key-file=" + key,
                "--socket=" + folder.resolve("munge.sock"),
                "--pid-file=" + folder.resolve("munged.pid"),
                "--log-file=" + folder.resolve("log/munged.log"),
                "--seed-file=" + folder.resolve("munge.seed"));
        await("munged makes no socket", () -> Files.exists(folder.resolve("munge.sock")));
        startController();
        for (int node = 0; node < NODES; node++) {
            Files.createDirectory(folder.resolve("spool/n" + node));
            startNode("n" + node);
        }
        await("not all nodes are idle", () -> idle() == NODES);
    }

    private void configure() throws IOException {
        List<Integer> ports = FreePorts.block(NODES + 1);
        Map<String, String> known =
                Map.of(
                        "host", InetAddress.getLocalHost().getHostName().replaceAll("[.].*", ""),
                        "port", ports.getFirst().toString(),
                        "ports", words(ports.subList(1, NODES + 1)),
                        "user", System.getProperty("user.name"),
                        "age", Integer.toString(age),
                        "folder", folder.toString());
        String text = template();
        for (var each : known.entrySet()) {
            text = text.replace("@" + each.getKey() + "@", each.getValue());
        }
        Files.writeString(configuration(), text);
        Files.writeString(folder.resolve("cgroup.conf"), "CgroupAutomount=no\n");
        Files.writeString(
                folder.resolve("gres.conf"),
                "AutoDetect=off\nNodeName=n[0-7] Name=gpu Type=h100 File=%s/dev/nvidia[0-7]\n"
                        .formatted(folder));
        Files.writeString(
                folder.resolve("topology.conf"),
                """
                SwitchName=leaf0 Nodes=n[0-3]
                SwitchName=leaf1 Nodes=n[4-7]
                SwitchName=spine Switches=leaf[0-1]
                """);
    }

    private static String words(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static String template() throws IOException {
        try (var text =
                Objects.requireNonNull(SlurmCluster.class.getResourceAsStream("slurm.conf"))) {
            return new String(text.readAllBytes(), UTF_8);
        }
    }

    /** What SLURM_CONF is to name. */
    public Path configuration() {
        return folder.resolve("slurm.conf");
    }

    /** A separate folder for files of a test. */
    public Path folder() {
        return folder;
    }

    /**
     * Kills the controller; running jobs continue. A controller forgets changes that it had not stored, so it gets
     * time to store them.
     *
     * @param since all changes until then are to be stored
     */
    public void killController(Instant since) {
        Path written = folder.resolve("state/job_state");
        await(
                "the controller does not write down its state",
                () -> {
                    try {
                        return Files.getLastModifiedTime(written).toInstant().isAfter(since);
                    } catch (IOException notYet) {
                        return false;
                    }
                });
        end("slurmctld");
    }

    public void startController() {
        daemon("slurmctld", "slurmctld", "-D", "-f", configuration().toString());
    }

    private void startNode(String name) {
        daemon(name, "slurmd", "-D", "-f", configuration().toString(), "-N", name);
    }

    /** A node loses its power: all its processes end at once, and Slurm marks it as down. */
    public void loseNode(String name) {
        end(name);
        kill("SLURMD_NODENAME=" + name);
        ask("scontrol", "update", "NodeName=" + name, "State=DOWN", "Reason=lost");
    }

    /** Returns the node to the cluster. */
    public void bringBack(String name) {
        if (!daemons.containsKey(name)) {
            startNode(name);
        }
        await(name + " does not come back", () -> idle(name) || isResumed(name));
    }

    /** Repeats the kill: a killed process may have started another one just before. */
    private void kill(String variable) {
        List<ProcessHandle> left = processes(variable);
        while (!left.isEmpty()) {
            left.stream()
                    .flatMap(each -> each.parent().stream())
                    .filter(SlurmCluster::isStep)
                    .forEach(ProcessHandle::destroyForcibly);
            left.forEach(ProcessHandle::destroyForcibly);
            left = processes(variable);
        }
    }

    private static boolean isStep(ProcessHandle process) {
        return read(process, "comm").startsWith("slurmstepd");
    }

    /** Of this cluster, with that variable. */
    private List<ProcessHandle> processes(String variable) {
        String own = "SLURM_CONF=" + configuration();
        return ProcessHandle.allProcesses()
                .filter(
                        each -> {
                            var variables = List.of(read(each, "environ").split("\0", -1));
                            return variables.contains(variable) && variables.contains(own);
                        })
                .toList();
    }

    private static String read(ProcessHandle process, String file) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), file), ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private long idle() {
        return output("sinfo", "-h", "-N", "-p", "low", "-t", "idle", "-o", "%N").lines().count();
    }

    private boolean idle(String name) {
        return output("sinfo", "-h", "-N", "-p", "low", "-n", name, "-t", "idle", "-o", "%N")
                .equals(name);
    }

    /** Refused, and not needed, once it has come back by itself. */
    private boolean isResumed(String name) {
        String _ = output("scontrol", "update", "NodeName=" + name, "State=RESUME");
        return idle(name);
    }

    private String output(String... words) {
        try {
            return ask(words);
        } catch (UncheckedIOException notYet) {
            return "";
        }
    }

    /** Runs a Slurm command; returns its output. */
    public String ask(String... words) {
        try {
            return run(List.of(words));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String run(List<String> words) throws IOException {
        Process process = command(words).redirectError(Redirect.appendTo(log("errors"))).start();
        try (var said = process.getInputStream()) {
            String answer = new String(said.readAllBytes(), UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IOException(
                        "%s failed and said: %s"
                                .formatted(
                                        String.join(" ", words),
                                        Files.readString(log("errors").toPath())));
            }
            return answer;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private File log(String name) {
        return folder.resolve("log").resolve(name).toFile();
    }

    private void daemon(String name, String... words) {
        var all = new ArrayList<>(List.of(words));
        all.set(0, find(words[0]).orElseThrow().toString());
        try {
            daemons.put(
                    name,
                    command(all)
                            .redirectErrorStream(true)
                            .redirectOutput(Redirect.appendTo(log(name + ".out")))
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessBuilder command(List<String> words) {
        var builder = new ProcessBuilder(words);
        builder.environment().put("SLURM_CONF", configuration().toString());
        return builder.directory(folder.toFile());
    }

    private void end(String name) {
        Process process = daemons.remove(name);
        if (process != null) {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    /** Waits for a condition without a notification. */
    private void await(String trouble, BooleanSupplier looked) {
        try {
            for (int glance = 0; !looked.getAsBoolean(); glance++) {
                Process newest = List.copyOf(daemons.values()).getLast();
                boolean gone = newest.waitFor(50, TimeUnit.MILLISECONDS);
                if (gone || glance > MAX_POLLS) {
                    throw new IllegalStateException(trouble + "; " + logs());
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String logs() {
        try {
            return Files.readString(log("slurmctld.log").toPath());
        } catch (IOException none) {
            return "there is no log yet";
        }
    }

    /** Ends everything, also processes that jobs left. */
    @Override
    public void close() {
        List.copyOf(daemons.keySet()).reversed().forEach(this::end);
        kill("SLURM_CONF=" + configuration());
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println(folder + " stays: " + e); // something still writes there
        }
    }
}
