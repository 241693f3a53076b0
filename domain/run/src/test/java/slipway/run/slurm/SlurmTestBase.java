package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.EngineContractFixture;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.slurm.SlurmSettings.Partition;
import slipway.run.slurm.SlurmSettings.Tooling;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.MovingClock;
import slipway.testkit.Needs;
import slipway.testkit.slurm.SlurmCluster;

/** What the tests of this engine stand on beside the contract's ground: a cluster, and programs that fail on demand. */
abstract class SlurmTestBase extends EngineContractFixture {

    private static final List<String> PROGRAMS =
            List.of("sbatch", "scancel", "squeue", "sinfo", "scontrol", "srun");

    private static final Path ABSENT = Path.of("/");

    private Path programs = ABSENT;
    private SlurmSettings settings = settings(Path.of("/"), "ours");

    abstract SlurmCluster cluster();

    static SlurmSettings settings(Path attempts, SlurmCluster cluster, String partition) {
        SlurmSettings settings = settings(attempts, partition);
        return settings.by(settings.tooling().configuredBy(cluster.configuration()))
                .sandboxed(hidingServerFiles(attempts, settings.sandbox()));
    }

    /** The server's data lies beside the attempts. */
    private static SlurmSettings.Sandbox hidingServerFiles(
            Path attempts, SlurmSettings.Sandbox box) {
        return box.hiding(List.of(attempts.resolveSibling("data")));
    }

    /** Asked every second; a partition is ours if it is called so. */
    private static SlurmSettings settings(Path attempts, String partition) {
        return SlurmSettings.of(
                        attempts,
                        MovingClock.at("2026-01-02T03:04:05Z"),
                        List.of(new Partition(partition, partition.equals("ours"))))
                .by(Tooling.DEFAULT.polling(Duration.ofSeconds(1)));
    }

    private void link() {
        try {
            programs = Files.createTempDirectory(cluster().folder(), "programs");
            for (String name : PROGRAMS) {
                Files.createSymbolicLink(programs.resolve(name), Needs.found(name).orElseThrow());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program of Slurm's from now on is this instead; the real one is {@code $real}. */
    void replace(String name, String script) {
        try {
            Path file = programs.resolve(name);
            Path draft = programs.resolve("." + name);
            Files.writeString(
                    draft,
                    "#!/bin/sh\nreal=%s here=%s\n%s\n"
                            .formatted(Needs.found(name).orElseThrow(), programs, script));
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void repair(String name) {
        replace(name, "exec $real \"$@\"");
    }

    /** Where such programs leave what they saw. */
    Path programs() {
        return programs;
    }

    /** The settings of the next engine. */
    void choose(SlurmSettings settings) {
        this.settings = settings;
    }

    SlurmSettings settings() {
        return settings;
    }

    void choosePartition(String name) {
        choose(settings(Path.of("/"), name));
    }

    @Override
    protected Engine open(Path attempts) {
        if (programs.equals(ABSENT)) {
            link();
        }
        return SlurmEngine.open(
                new SlurmSettings(
                        attempts,
                        settings.clock(),
                        settings.partitions(),
                        settings.submitOptions(),
                        settings.tooling().configuredBy(cluster().configuration()).from(programs),
                        settings.catalogType(),
                        hidingServerFiles(attempts, settings.sandbox()),
                        settings.accounts()));
    }

    @Override
    protected void loseNode(Engine engine, AttemptDirectory attempt, int rank) {
        cluster().loseNode(place(attempt.id()).seats().get(rank).node());
    }

    @Override
    protected long processes(AttemptId id) {
        return processesOf(id);
    }

    static long processesOf(AttemptId id) {
        String variable = "SLIPWAY_ATTEMPT=" + id;
        return ProcessHandle.allProcesses()
                .filter(process -> variables(process).contains(variable))
                .count();
    }

    private static List<String> variables(ProcessHandle process) {
        try {
            Path file = Path.of("/proc", Long.toString(process.pid()), "environ");
            return List.of(Files.readString(file, ISO_8859_1).split("\0", -1));
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** Where it really runs, as soon as that is known. */
    Placement place(AttemptId id) {
        until(() -> engine().live(id).flatMap(LiveAttempt::placement).isPresent());
        return engine().live(id).flatMap(LiveAttempt::placement).orElseThrow();
    }

    /** The same attempt on other seats. */
    Launch prepareOn(String script, NodeAllocation... seats) {
        Launch launch = prepare(Attempt.Script.of(script), seats.length);
        return new Launch(
                launch.id(), launch.directory(), new Placement(List.of(seats)), launch.limits());
    }

    Optional<String> engineState(Launch launch) {
        return live(launch).flatMap(LiveAttempt::engineState);
    }

    /** Whether the launch was accepted: not while no controller answers. */
    final boolean launched(Launch launch) {
        try {
            engine().launch(launch);
            return true;
        } catch (Problem notYet) {
            return false;
        }
    }

    /** All that Slurm knows of an attempt, one number to a line. */
    List<String> numbers(Launch launch) {
        return cluster()
                .ask("squeue", "-h", "-a", "-t", "all", "--name=" + launch.id(), "-o", "%i %Z")
                .lines()
                .filter(line -> line.endsWith(" " + launch.directory()))
                .map(line -> line.replaceFirst(" .*", ""))
                .toList();
    }

    static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException notYet) {
            return "";
        }
    }
}
