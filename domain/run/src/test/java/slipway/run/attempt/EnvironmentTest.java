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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.EnvironmentSpec;
import slipway.spec.workload.EnvironmentSpec.Kind;
import slipway.spec.workload.Program.Context;
import slipway.testkit.Await;

/** What launch.sh enters before the job, and what it leaves of it. */
@Tag("process")
class EnvironmentTest {

    /** Everything that this machine has, but nothing that runs images. */
    @TempDir static Path machine;

    @TempDir Path root;
    private Path work;
    private Path programs;
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

    private static Context named(Kind kind, String name) {
        return new Context(
                Optional.of(new EnvironmentSpec(kind, name)), true, List.of(), Optional.empty());
    }

    private AttemptDirectory run(Attempt.Script script) throws Exception {
        return run(script, 0);
    }

    private AttemptDirectory run(Attempt.Script script, int accelerators) throws Exception {
        AttemptDirectory directory = written(script, accelerators);
        Process process = started(directory);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return directory;
    }

    private AttemptDirectory written(Attempt.Script script, int accelerators) {
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

    private Process started(AttemptDirectory directory) throws IOException {
        var builder =
                new ProcessBuilder(
                        "setsid", "sh", directory.path().resolve("launch.sh").toString());
        builder.environment().put("PATH", programs + ":" + machine);
        builder.environment().put("HOME", root.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLURM_"));
        return builder.inheritIO().start();
    }

    private static String log(AttemptDirectory directory) {
        return new String(directory.log(0).read(0, 100_000).bytes(), UTF_8);
    }

    private static int code(AttemptDirectory directory) {
        return Optional.ofNullable(directory.exits().get(0)).orElseThrow().code();
    }

    private Path executable(Path file, String text) {
        try {
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, text);
            return Files.setPosixFilePermissions(
                    file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path venv(String name) throws IOException {
        Path venv = work.resolve(name);
        executable(venv.resolve("bin/python"), "#!/bin/sh\necho python of " + name + "\n");
        Files.writeString(venv.resolve("pyvenv.cfg"), "home = /usr/bin\nversion = 3.11.7\n");
        Path packages = Files.createDirectories(venv.resolve("lib/python3.11/site-packages"));
        Files.createDirectory(packages.resolve("torch-2.3.0.dist-info"));
        Path fromGit = Files.createDirectory(packages.resolve("flash_attn-2.5.8.dist-info"));
        Files.writeString(
                fromGit.resolve("direct_url.json"),
                "{\"url\": \"https://example.org/flash\", \"vcs_info\": {\"commit_id\": \"0f3a\","
                        + " \"vcs\": \"git\"}}");
        return venv;
    }

    private Attempt.Script script(String run) {
        return Attempt.Script.of(run).in(work);
    }

    @Test
    void a_venv_is_entered_for_setup_and_run() throws Exception {
        Path venv = venv(".venv");
        AttemptDirectory directory =
                run(
                        script("python train.py; echo $VIRTUAL_ENV ${PYTHONHOME-none}")
                                .after("python -m pip; echo set up")
                                .within(named(Kind.VENV, ".venv")));
        assertThat(log(directory))
                .isEqualTo("python of .venv\nset up\npython of .venv\n%s none\n".formatted(venv));
        assertThat(code(directory)).isZero();
    }

    @Test
    void installed_packages_are_recorded_with_the_attempt() throws Exception {
        venv(".venv");
        var script = script("true").after("true").within(named(Kind.VENV, ".venv"));
        assertThat(run(script).environment(0).orElseThrow().lines())
                .contains(
                        "environment venv .venv",
                        "setup ran",
                        "python 3.11.7",
                        "package torch==2.3.0",
                        "package flash_attn @ git+https://example.org/flash@0f3a");
        assertThat(run(script).environment(0).orElseThrow())
                .containsPattern("\nsetup nothing changed since 20.* UTC\n");
    }

    @Test
    void a_missing_venv_is_reported_with_advice() throws Exception {
        Path venv = venv(".venv");
        Files.delete(venv.resolve("bin/python"));
        Files.createSymbolicLink(venv.resolve("bin/python"), root.resolve("python3.9"));
        AttemptDirectory directory = run(script("echo on").within(named(Kind.VENV, ".venv")));
        assertThat(code(directory)).isEqualTo(72);
        assertThat(log(directory))
                .isEqualTo(
                        """
                        The virtual environment %s does not exist.
                        On this node there is no %s/bin/python: it was removed, moved, or never created.
                        Create it with python3 -m venv %s, or correct environment in the spec.
                        """
                                .formatted(venv, venv, venv));
    }

    @Test
    void setup_must_create_a_missing_venv() throws Exception {
        String makes =
                "mkdir -p .venv/bin; printf '#!/bin/sh\\necho made' > .venv/bin/python;"
                        + " chmod +x .venv/bin/python";
        var within = named(Kind.VENV, ".venv");
        assertThat(log(run(script("python").after(makes).within(within)))).isEqualTo("made\n");
        AttemptDirectory not =
                run(script("python").after("true").within(named(Kind.VENV, "other")));
        assertThat(code(not)).isEqualTo(72);
        assertThat(log(not)).contains("does not exist, although setup has run.");
    }

    @Test
    void setup_runs_again_only_when_something_changed() throws Exception {
        venv(".venv");
        Files.writeString(work.resolve("requirements.txt"), "torch==2.3.0\n");
        Files.writeString(work.resolve("extra.sh"), "true\n");
        var script =
                script("true").after("sh extra.sh; echo set up").within(named(Kind.VENV, ".venv"));
        assertThat(log(run(script))).isEqualTo("set up\n");
        assertThat(log(run(script)))
                .startsWith("setup: not run again, nothing changed since 20")
                .endsWith("UTC. To run it every time, set setup_cache: false\n");
        Files.writeString(work.resolve("requirements.txt"), "torch==2.4.0\n");
        assertThat(log(run(script))).isEqualTo("set up\n");
        Files.writeString(work.resolve("extra.sh"), "true # more\n");
        assertThat(log(run(script))).isEqualTo("set up\n");
        DirectoryCleanup.remove(work.resolve(".venv"));
        venv(".venv");
        assertThat(log(run(script))).isEqualTo("set up\n");
        assertThat(log(run(script.after("echo other")))).isEqualTo("other\n");
        assertThat(log(run(script))).as("another setup changed it").isEqualTo("set up\n");
    }

    @Test
    void failed_and_uncached_setup_runs_again() throws Exception {
        venv(".venv");
        var fails = script("true").after("echo tried; exit 9").within(named(Kind.VENV, ".venv"));
        assertThat(code(run(fails))).isEqualTo(9);
        assertThat(log(run(fails))).isEqualTo("tried\n");
        var always =
                new Context(
                        Optional.of(new EnvironmentSpec(Kind.VENV, ".venv")),
                        false,
                        List.of(),
                        Optional.empty());
        for (int time = 0; time < 2; time++) {
            assertThat(log(run(script("true").after("echo set up").within(always))))
                    .isEqualTo("set up\n");
        }
    }

    @Test
    void without_an_environment_setup_is_recorded_in_the_workdir_but_never_in_a_new_one()
            throws Exception {
        var named = script("true").after("echo set up");
        assertThat(log(run(named))).isEqualTo("set up\n");
        assertThat(log(run(named))).startsWith("setup: not run again");
        for (int time = 0; time < 2; time++) {
            assertThat(log(run(Attempt.Script.of("true").after("echo set up"))))
                    .isEqualTo("set up\n");
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void concurrent_attempts_set_up_a_shared_venv_once() throws Exception {
        venv(".venv");
        Path pipe = work.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        var script =
                script("true")
                        .after("echo once >> count; read -r _ < gate")
                        .within(named(Kind.VENV, ".venv"));
        AttemptDirectory first = written(script, 0);
        AttemptDirectory second = written(script, 0);
        Process one = started(first);
        // Opening it waits until the first is within setup; both then hold the lock or wait for it.
        try (var gate = Files.newOutputStream(pipe)) {
            Process other = started(second);
            Await.until(
                    () -> log(second).contains("waiting for another attempt") || !other.isAlive());
            gate.write('\n');
            gate.flush();
            assertThat(one.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Files.readString(work.resolve("count"))).isEqualTo("once\n");
        assertThat(log(second)).contains("another attempt that runs setup here", "not run again");
    }

    @Test
    void a_conda_environment_is_found_by_its_name() throws Exception {
        Path conda = root.resolve("miniforge3/envs/torch");
        executable(conda.resolve("bin/python"), "#!/bin/sh\necho python of conda\n");
        Files.createDirectories(conda.resolve("conda-meta"));
        Files.writeString(conda.resolve("conda-meta/python-3.11.5-h955ad1f_0.json"), "{}");
        executable(conda.resolve("etc/conda/activate.d/cuda.sh"), "export CUDA_HOME=/opt/cuda\n");
        AttemptDirectory directory =
                run(
                        script("python; echo $CONDA_PREFIX $CONDA_DEFAULT_ENV $CUDA_HOME")
                                .within(named(Kind.CONDA, "torch")));
        assertThat(log(directory))
                .isEqualTo("python of conda\n%s torch /opt/cuda\n".formatted(conda));
        assertThat(directory.environment(0).orElseThrow())
                .contains("conda python-3.11.5-h955ad1f_0");
        AttemptDirectory not = run(script("true").within(named(Kind.CONDA, "jax")));
        assertThat(code(not)).isEqualTo(72);
        assertThat(log(not)).startsWith("The conda environment jax does not exist.\n");
    }

    /** A container's program that says how it was called, and then does what it was to do, here. */
    private void container(String name, String image) {
        executable(
                programs.resolve(name),
                """
                #!/bin/sh
                case "$*" in "image exists"*) exit ;; image*) echo sha256:0f3a abc; exit ;; esac
                echo "%s $*"
                while [ "$1" != %s ]; do shift; done
                shift
                exec "$@"
                """
                        .formatted(name, image));
    }

    @Test
    void apptainer_gets_the_attempts_folders_and_accelerators() throws Exception {
        Path image = Files.writeString(work.resolve("torch.sif"), "");
        container("apptainer", image.toString());
        AttemptDirectory directory =
                run(script("echo ran $LR").within(named(Kind.IMAGE, "torch.sif")), 2);
        String dir = directory.path().toString();
        assertThat(log(directory))
                .isEqualTo(
                        "apptainer exec --bind %s --bind %s --pwd %s --nv %s sh %s/prepare.sh bash %s/run\nran 3e-4\n"
                                .formatted(dir, work, work, image, dir, dir));
        assertThat(directory.environment(0).orElseThrow()).contains("container apptainer\n");
    }

    @Test
    void podman_runs_setup_every_time() throws Exception {
        container("podman", "torch:2.3");
        var script = script("echo ran").after("echo set up").within(named(Kind.IMAGE, "torch:2.3"));
        for (int time = 0; time < 2; time++) {
            AttemptDirectory directory = run(script);
            assertThat(log(directory))
                    .startsWith("podman run --rm --name slipway-bert.")
                    .contains("--volume %s:%s --workdir %s".formatted(work, work, work))
                    .doesNotContain("nvidia")
                    .endsWith("set up\nran\n");
        }
    }

    @Test
    void a_missing_image_or_container_runtime_is_reported() throws Exception {
        AttemptDirectory none = run(script("true").within(named(Kind.IMAGE, "torch:2.3")));
        container("apptainer", "gone.sif");
        AttemptDirectory gone = run(script("true").within(named(Kind.IMAGE, "gone.sif")));
        assertThat(code(gone)).isEqualTo(72);
        assertThat(log(gone)).startsWith("The image %s/gone.sif does not exist.\n".formatted(work));
        assertThat(code(none)).isEqualTo(72);
        assertThat(log(none)).startsWith("No container runtime can run the image torch:2.3.\n");
    }

    @Test
    void arguments_reach_the_script_unchanged() throws Exception {
        var around =
                new Context(Optional.empty(), true, List.of("a b", "it's", "*"), Optional.empty());
        assertThat(log(run(script("#!/bin/sh\nprintf '<%s>' \"$@\"").within(around))))
                .isEqualTo("<a b><it's><*>");
    }

    @Test
    void slurm_variables_are_set_only_for_sbatch_scripts() throws Exception {
        String tells = "env | grep ^SLURM | sort";
        assertThat(log(run(script(tells)))).isEmpty();
        Map<String, String> names = Map.of("SLURM_JOB_ID", "7", "SLURM_NTASKS_PER_NODE", "4");
        assertThat(log(run(script(tells).asUnderSlurm(names))).lines())
                .contains("SLURM_JOB_ID=7", "SLURM_NODEID=0", "SLURM_PROCID=0");
    }

    @Test
    void srun_starts_the_tasks_of_its_node_and_fails_with_the_first_that_fails() throws Exception {
        Map<String, String> names =
                Map.of(
                        "SLURM_JOB_ID", "7",
                        "SLURM_NTASKS_PER_NODE", "2",
                        "SLURM_NNODES", "1",
                        "SLURM_JOB_NODELIST", "n0,n1");
        String run =
                """
                srun -l --cpu-bind none -c 4 sh -c 'echo $SLURM_PROCID/$SLURM_NTASKS $LOCAL_RANK $*' task a b | sort
                srun --ntasks=3 -N1 sh -c 'echo of three' | sort
                scontrol show hostnames $SLURM_JOB_NODELIST
                srun -n 2 sh -c 'exit $((SLURM_PROCID * 7))'
                """;
        AttemptDirectory directory = run(script(run).asUnderSlurm(names));
        assertThat(log(directory))
                .isEqualTo("0/2 0 a b\n1/2 1 a b\nof three\nof three\nof three\nn0\nn1\n");
        assertThat(code(directory)).isEqualTo(7);
    }

    @Test
    void variables_set_by_slurm_itself_are_kept() throws Exception {
        AttemptDirectory directory =
                written(
                        script("echo $SLURM_JOB_ID")
                                .asUnderSlurm(
                                        Map.of("SLURM_JOB_ID", "7", "SLURM_NTASKS_PER_NODE", "4")),
                        0);
        var builder =
                new ProcessBuilder(
                        "setsid", "sh", directory.path().resolve("launch.sh").toString());
        builder.environment().put("SLURM_JOB_ID", "4711");
        assertThat(builder.inheritIO().start().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(log(directory)).isEqualTo("4711\n");
    }
}
