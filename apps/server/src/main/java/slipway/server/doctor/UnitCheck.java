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

/** The unit of systemd that runs the server, if one does: whether jobs outlive the server, and can have limits. */
final class UnitCheck implements DoctorCheck {

    private static final int PATIENCE_SECONDS = 5;
    private static final int MOST_SAID = 4_096;
    private static final String SHOWN = "examples/systemd/slipway.service shows how";

    private final Function<Path, Optional<String>> server;
    private final String path;
    private final Path proc;

    /**
     * A unit, as systemd knows it.
     *
     * @param mine of the user's own systemd, not of the machine's
     */
    private record Unit(String name, boolean mine) {}

    /**
     * @param server the number of the process that holds a data directory
     * @param path the folders to look for systemctl in
     * @param proc what the kernel tells of processes
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
    public List<CheckResult> look(DoctorContext doctorContext) {
        Optional<Unit> unit = server.apply(doctorContext.config().data()).flatMap(this::unit);
        Optional<Path> program = program();
        return unit.isPresent() && program.isPresent()
                ? asked(program.get(), unit.get())
                : List.of();
    }

    /** By the group that systemd put the process into; one that was started by hand is in the scope of a session. */
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

    private Optional<Path> program() {
        return Stream.of(path.split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "systemctl"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private List<CheckResult> asked(Path program, Unit unit) {
        var words = new ArrayList<>(List.of(program.toString()));
        if (unit.mine) {
            words.add("--user");
        }
        words.addAll(List.of("show", "--property=KillMode,Delegate,DelegateSubgroup", unit.name()));
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
            try {
                boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
                String said = ended ? said(process) : "it does not come to an end";
                return ended && process.exitValue() == 0
                        ? judged(unit, settings(said))
                        : List.of(unknown(unit, said.strip()));
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return List.of(unknown(unit, WriteProbe.reason(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(unknown(unit, "it was not waited for"));
        }
    }

    private static String said(Process process) throws IOException {
        return new String(process.getInputStream().readNBytes(MOST_SAID), StandardCharsets.UTF_8);
    }

    private CheckResult unknown(Unit unit, String because) {
        return warn(
                "%s runs the server, but systemctl does not say how: %s"
                        .formatted(unit.name(), because),
                "see for yourself that it has KillMode=process and Delegate=yes: " + SHOWN);
    }

    private static Map<String, String> settings(String said) {
        var settings = new TreeMap<String, String>();
        said.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> settings.put(pair[0], pair[1].strip()));
        return settings;
    }

    private List<CheckResult> judged(Unit unit, Map<String, String> settings) {
        var findings = new ArrayList<CheckResult>();
        String mode = settings.getOrDefault("KillMode", "not known");
        if (!mode.equals("process") && !mode.equals("none")) {
            findings.add(
                    fail(
                            "KillMode of %s is %s, so every job ends when the server is restarted"
                                    .formatted(unit.name(), mode),
                            change(unit, "KillMode=process")));
        }
        if (!settings.getOrDefault("Delegate", "no").equals("yes")) {
            findings.add(
                    warn(
                            "%s has no Delegate=yes, so memory of jobs is watched and not limited"
                                    .formatted(unit.name()),
                            change(unit, "Delegate=yes")));
        } else if (settings.getOrDefault("DelegateSubgroup", "").isEmpty()) {
            findings.add(
                    warn(
                            "%s has no DelegateSubgroup, so memory of jobs is watched and not limited"
                                    .formatted(unit.name()),
                            change(unit, "DelegateSubgroup=slipway-server")
                                    + "; it takes systemd 254"));
        }
        if (findings.isEmpty()) {
            findings.add(ok(unit.name() + " lets jobs outlive the server, and have limits"));
        }
        return findings;
    }

    private static String change(Unit unit, String setting) {
        return "systemctl %sedit %s, and write %s below [Service]: %s"
                .formatted(unit.mine ? "--user " : "", unit.name(), setting, SHOWN);
    }
}
