package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.spec.workload.EnvironmentSpec.Kind;

/** Jobs in images, started by a fake container runtime. */
@Tag("process")
class ImageEnvironmentTest extends LaunchScriptTestBase {

    /** A fake container runtime that prints its arguments and executes the command on this machine. */
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
}
