package slipway.server.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import slipway.journal.sql.DatabaseStatus;

/** The systemd unit of the server, if there is one: jobs must outlive the server and be limitable. */
final class UnitCheck implements DoctorCheck {

    private static final int TIMEOUT_SECONDS = 5;
    private static final int MAX_OUTPUT = 4_096;
    private static final String EXAMPLE = "see examples/systemd/slipway.service";

    private final Function<Path, Optional<String>> server;
    private final String path;
    private final Path proc;

    /**
     * A systemd unit.
     *
     * @param userUnit whether it belongs to the user instance of systemd
     */
    private record Unit(String name, boolean userUnit) {}

    /**
     * @param server finds the process id of the server on a data directory
     * @param path the search path for systemctl
     * @param proc the proc file system
     */
    UnitCheck(Function<Path, Optional<String>> server, String path, Path proc) {
        this.server = server;
        this.path = path;
        this.proc = proc;
    }

    static UnitCheck ofThisMachine() {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin");
        return new UnitCheck(DatabaseStatus::holder, path, Path.of("/proc"));
    }

    @Override
    public String name() {
        return "systemd";
    }

    @Override
    public String title() {
        return "systemd";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        Optional<Unit> unit = server.apply(context.config().data()).flatMap(this::unit);
        Optional<Path> systemctl = systemctl();
        return unit.isPresent() && systemctl.isPresent()
                ? query(systemctl.get(), unit.get())
                : List.of();
    }

    /** The unit from the cgroup of the process. A process started by hand is in a session scope. */
    private Optional<Unit> unit(String process) {
        try {
            return Files.readAllLines(proc.resolve(process).resolve("cgroup")).stream()
                    .filter(line -> line.startsWith("0::") || line.contains(":name=systemd:"))
                    .flatMap(line -> unitOf(line).stream())
                    .findFirst();
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<Unit> unitOf(String line) {
        return Stream.of(line.split("/", -1))
                .filter(part -> part.endsWith(".service") || part.endsWith(".scope"))
                .reduce((_, last) -> last)
                .filter(last -> last.endsWith(".service"))
                .map(last -> new Unit(last, line.contains("/user@")));
    }

    private Optional<Path> systemctl() {
        return Stream.of(path.split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "systemctl"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private List<CheckResult> query(Path systemctl, Unit unit) {
        var command = new ArrayList<>(List.of(systemctl.toString()));
        if (unit.userUnit) {
            command.add("--user");
        }
        command.addAll(
                List.of("show", "--property=KillMode,Delegate,DelegateSubgroup", unit.name()));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            try {
                boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                String output = ended ? output(process) : "it does not finish";
                return ended && process.exitValue() == 0
                        ? evaluate(unit, settings(output))
                        : List.of(unknown(unit, output.strip()));
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return List.of(unknown(unit, WriteProbe.reason(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(unknown(unit, "interrupted"));
        }
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readNBytes(MAX_OUTPUT), StandardCharsets.UTF_8);
    }

    private CheckResult unknown(Unit unit, String reason) {
        return warn(
                "%s runs the server, but systemctl failed: %s".formatted(unit.name(), reason),
                "verify that it has KillMode=process and Delegate=yes: " + EXAMPLE);
    }

    private static Map<String, String> settings(String output) {
        var settings = new TreeMap<String, String>();
        output.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> settings.put(pair[0], pair[1].strip()));
        return settings;
    }

    private List<CheckResult> evaluate(Unit unit, Map<String, String> settings) {
        var findings = new ArrayList<CheckResult>();
        String mode = settings.getOrDefault("KillMode", "not known");
        if (!mode.equals("process") && !mode.equals("none")) {
            findings.add(
                    fail(
                            "KillMode of %s is %s, so every job ends when the server is restarted"
                                    .formatted(unit.name(), mode),
                            fix(unit, "KillMode=process")));
        }
        if (!settings.getOrDefault("Delegate", "no").equals("yes")) {
            findings.add(
                    warn(
                            "%s has no Delegate=yes, so the memory of jobs is monitored but not limited"
                                    .formatted(unit.name()),
                            fix(unit, "Delegate=yes")));
        } else if (settings.getOrDefault("DelegateSubgroup", "").isEmpty()) {
            findings.add(
                    warn(
                            "%s has no DelegateSubgroup, so the memory of jobs is monitored but not limited"
                                    .formatted(unit.name()),
                            fix(unit, "DelegateSubgroup=slipway-server")
                                    + "; requires systemd 254"));
        }
        if (findings.isEmpty()) {
            findings.add(ok(unit.name() + " lets jobs outlive the server and limits them"));
        }
        return findings;
    }

    private static String fix(Unit unit, String setting) {
        return "run systemctl %sedit %s and write %s below [Service]: %s"
                .formatted(unit.userUnit ? "--user " : "", unit.name(), setting, EXAMPLE);
    }
}
