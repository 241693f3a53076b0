package slipway.run.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.EnvironmentSpec;
import slipway.spec.workload.EnvironmentSpec.Kind;
import slipway.spec.workload.Program.Context;

/** Runs the launch script of an attempt on this machine. */
abstract class LaunchScriptTestBase {

    /** Links to all programs of this machine except container runtimes. */
    @TempDir static Path machine;

    @TempDir Path root;
    Path work;
    Path programs;
    private int attempts;

    @BeforeAll
    static void linkPrograms() throws IOException {
        var containers = Set.of("apptainer", "singularity", "enroot", "podman");
        for (Path folder : List.of(Path.of("/usr/bin"), Path.of("/bin"))) {
            try (Stream<Path> all = Files.list(folder)) {
                for (Path program : all.toList()) {
                    Path link = machine.resolve(program.getFileName().toString());
                    if (!containers.contains(program.getFileName().toString())
                            && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                        Files.createSymbolicLink(link, program);
                    }
                }
            }
        }
    }

    @BeforeEach
    void make() throws IOException {
        work = Files.createDirectory(root.resolve("work"));
        programs = Files.createDirectory(root.resolve("bin"));
    }

    static Context named(Kind kind, String name) {
        return new Context(
                Optional.of(new EnvironmentSpec(kind, name)), true, List.of(), Optional.empty());
    }

    AttemptDirectory run(Attempt.Script script) throws Exception {
        return run(script, 0);
    }

    AttemptDirectory run(Attempt.Script script, int accelerators) throws Exception {
        AttemptDirectory directory = written(script, accelerators);
        Process process = started(directory);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return directory;
    }

    AttemptDirectory written(Attempt.Script script, int accelerators) {
        var attempt =
                new Attempt(
                        new AttemptId(new WorkloadId("bert"), ++attempts),
                        1,
                        "{}",
                        script,
                        Map.of("LR", "3e-4"),
                        new Placement(
                                List.of(new NodeAllocation("n0", (1L << accelerators) - 1, 1_000))),
                        Attempt.Inputs.NONE);
        return AttemptDirectory.write(root.resolve("attempts"), attempt);
    }

    Process started(AttemptDirectory directory) throws IOException {
        var builder =
                new ProcessBuilder(
                        "setsid", "sh", directory.path().resolve("launch.sh").toString());
        builder.environment().put("PATH", programs + ":" + machine);
        builder.environment().put("HOME", root.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLURM_"));
        return builder.inheritIO().start();
    }

    static String log(AttemptDirectory directory) {
        return new String(directory.log(0).read(0, 100_000).bytes(), UTF_8);
    }

    static int code(AttemptDirectory directory) {
        return Optional.ofNullable(directory.exits().get(0)).orElseThrow().code();
    }

    Path executable(Path file, String text) {
        try {
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, text);
            return Files.setPosixFilePermissions(
                    file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Attempt.Script script(String run) {
        return Attempt.Script.of(run).in(work);
    }
}
