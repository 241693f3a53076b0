package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import slipway.spec.workload.EnvironmentSpec;
import slipway.spec.workload.EnvironmentSpec.Kind;
import slipway.spec.workload.Program.Context;
import slipway.testkit.Await;

/** The setup of an attempt, and the environment that its launch script activates. */
@Tag("process")
class EnvironmentTest extends LaunchScriptTestBase {

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
}
