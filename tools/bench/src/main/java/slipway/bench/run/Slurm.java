package slipway.bench.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import slipway.bench.kit.BenchContext;

/**
 * A Slurm from this machine's packages, in a temporary folder: the peer of the benches of run, measured in the same
 * run. Its nodes claim more processors than the machine has, so that the number of processors is no limit.
 */
final class Slurm implements AutoCloseable {

    private static final List<String> NEEDED = List.of("munged", "slurmctld", "slurmd", "sbatch");
    static final int NODES = 4;

    /** Of each node. */
    static final int PROCESSORS = 64;

    private static final int MAX_START_POLLS = 300;

    private final Path folder;
    private final Deque<Process> processes = new ArrayDeque<>();

    private Slurm(Path folder) {
        this.folder = folder;
    }

    /** Starts it; empty with a printed line if it is not installed or does not start. */
    static Optional<Slurm> start(BenchContext place) throws IOException, InterruptedException {
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            place.say(
                    "SKIPPED (missing): Slurm, without %s. Debian has it as slurmctld, slurmd, slurm-client, munge",
                    String.join(", ", missing));
            return Optional.empty();
        }
        var slurm = new Slurm(Files.createDirectories(place.fresh("slurm")));
        try {
            slurm.begin();
            place.say("Slurm %s runs beside it", slurm.version());
            return Optional.of(slurm);
        } catch (IOException e) {
            place.say("SKIPPED (missing): Slurm did not come up: %s", e);
            slurm.close();
            return Optional.empty();
        }
    }

    /** The missing programs. */
    static List<String> missing() {
        return NEEDED.stream().filter(name -> find(name).isEmpty()).toList();
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

    private void begin() throws IOException, InterruptedException {
        for (String part : List.of("state", "spool", "log")) {
            Files.createDirectory(folder.resolve(part));
        }
        Path key = folder.resolve("munge.key");
        byte[] secret = new byte[1_024];
        new SecureRandom().nextBytes(secret);
        Files.write(key, secret);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("slurm.conf"), configuration());
        Files.writeString(folder.resolve("cgroup.conf"), "CgroupAutomount=no\n");
        daemon(
                "munged",
                "--foreground",
                "--force",
                "--key-file=" + key,
                "--socket=" + socket(),
                "--pid-file=" + folder.resolve("munged.pid"),
                "--log-file=" + folder.resolve("log/munged.log"),
                "--seed-file=" + folder.resolve("munge.seed"));
        awaitSocket();
        daemon("slurmctld", "-D", "-f", folder.resolve("slurm.conf").toString());
        for (int node = 0; node < NODES; node++) {
            Files.createDirectory(folder.resolve("spool/n" + node));
            daemon("slurmd", "-D", "-f", folder.resolve("slurm.conf").toString(), "-N", "n" + node);
        }
        awaitIdle();
    }

    private Path socket() {
        return folder.resolve("munge.sock");
    }

    private String configuration() throws IOException {
        List<Integer> ports = freePorts(NODES + 1);
        Map<String, String> known =
                Map.of(
                        "host", InetAddress.getLocalHost().getHostName().replaceAll("[.].*", ""),
                        "port", ports.getFirst().toString(),
                        "ports", words(ports.subList(1, NODES + 1)),
                        "user", System.getProperty("user.name"),
                        "socket", socket().toString(),
                        "folder", folder.toString(),
                        "last", Integer.toString(NODES - 1),
                        "processors", Integer.toString(PROCESSORS));
        String text = template();
        for (var each : known.entrySet()) {
            text = text.replace("@" + each.getKey() + "@", each.getValue());
        }
        return text;
    }

    private static String words(List<Integer> numbers) {
        return String.join(",", numbers.stream().map(String::valueOf).toList());
    }

    private static String template() throws IOException {
        try (var text = Objects.requireNonNull(Slurm.class.getResourceAsStream("slurm.conf"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<Integer> freePorts(int wanted) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            while (held.size() < wanted) {
                held.add(new ServerSocket(0));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket each : held) {
                each.close();
            }
        }
    }

    private void daemon(String name, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(find(name).orElseThrow().toString()));
        all.addAll(List.of(words));
        processes.push(
                command(all)
                        .redirectErrorStream(true)
                        .redirectOutput(
                                Redirect.appendTo(folder.resolve("log/" + name + ".out").toFile()))
                        .start());
    }

    private ProcessBuilder command(List<String> words) {
        var builder = new ProcessBuilder(words);
        builder.environment().put("SLURM_CONF", folder.resolve("slurm.conf").toString());
        return builder.directory(folder.toFile());
    }

    /** Runs a Slurm command; returns its output. */
    String ask(String... words) throws IOException, InterruptedException {
        Process process =
                command(List.of(words))
                        .redirectError(Redirect.appendTo(folder.resolve("log/errors").toFile()))
                        .start();
        try (var said = process.getInputStream()) {
            String answer = new String(said.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", words) + " failed; see " + folder);
            }
            return answer;
        }
    }

    private String version() throws IOException, InterruptedException {
        return ask("sbatch", "--version").replace("slurm-wlm ", "").replace("slurm ", "");
    }

    private void awaitSocket() throws IOException, InterruptedException {
        for (int glance = 0; !Files.exists(socket()); glance++) {
            poll(glance, "munged makes no socket");
        }
    }

    private void awaitIdle() throws IOException, InterruptedException {
        for (int glance = 0; !idle().equals(Integer.toString(NODES)); glance++) {
            poll(glance, "not all nodes are idle");
        }
    }

    private String idle() throws InterruptedException {
        try {
            return ask("sinfo", "-h", "-p", "low", "-t", "idle", "-o", "%D");
        } catch (IOException notYet) {
            return "";
        }
    }

    private void poll(int number, String trouble) throws IOException, InterruptedException {
        boolean gone = processes.getFirst().waitFor(50, TimeUnit.MILLISECONDS);
        if (gone || number > MAX_START_POLLS) {
            throw new IOException(trouble + "; see " + folder.resolve("log"));
        }
    }

    /** Waits between two polls. */
    void pause() throws IOException, InterruptedException {
        poll(0, "a daemon of Slurm ended");
    }

    /** A script in its folder, and a path in it that the script may write to. */
    Path script(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
    }

    Path folder() {
        return folder;
    }

    /** How many jobs have ended. */
    long completed() throws IOException {
        Path completed = folder.resolve("log/completed");
        if (!Files.exists(completed)) {
            return 0;
        }
        try (var lines = Files.lines(completed, StandardCharsets.ISO_8859_1)) {
            return lines.count();
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroy);
        try {
            for (Process process : processes) {
                if (!process.waitFor(5, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            processes.forEach(Process::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }
}
