package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.LiveAttempt.Phase;
import slipway.testkit.MovingClock;
import slipway.testkit.slurm.SlurmCluster;

/** A server that was away for longer than Slurm remembers, and a Slurm that remembers what is not so. */
@Tag("slurm")
class SlurmForgetsTest extends SlurmTestBase {

    private static SlurmCluster cluster;

    @BeforeAll
    static void start() {
        cluster = SlurmCluster.forgettingAfter(2);
    }

    @AfterAll
    static void end() {
        if (cluster != null) { // what it needs may be missing
            cluster.close();
        }
    }

    @Override
    SlurmCluster cluster() {
        return cluster;
    }

    @Test
    void a_job_that_slurm_no_longer_knows_ends_as_its_files_record() {
        Launch ended = run(SAY_HELLO, 1);
        Launch goesOn = run(GO_ON, 1);
        untilGoing(goesOn);
        engine().close();
        until(() -> exits(ended).containsKey(0));
        untilForgotten(ended);
        reopen();
        untilGone(ended);
        assertThat(engineState(ended)).isEmpty();
        assertThat(exits(ended)).containsEntry(0, 0);
        assertThat(live(goesOn).orElseThrow().gone()).isFalse();
        engine().signal(goesOn.id(), AttemptSignal.KILL);
        untilGone(goesOn);
    }

    /** It looks for such jobs every so often: that may take two of the ground's waits. */
    private void untilForgotten(Launch launch) {
        try {
            until(() -> numbers(launch).isEmpty());
        } catch (AssertionError notYet) {
            until(() -> numbers(launch).isEmpty());
        }
    }

    @Test
    void a_job_that_slurm_reports_as_running_but_never_starts_is_withdrawn() {
        replace("sbatch", wrapped("sleep 1000"));
        Launch launch = run(SAY_HELLO, 1);
        until(() -> live(launch).map(LiveAttempt::phase).equals(Optional.of(Phase.RUNNING)));
        assertThat(launch.directory().resolve("withdrawn")).doesNotExist();
        untilGoneAsTimePasses(launch);
        assertThat(engineState(launch)).isEmpty();
        assertThat(exits(launch)).isEmpty();
        assertThat(cluster.ask("squeue", "-h", "-a", "-o", "%j"))
                .doesNotContain(launch.id().name());
    }

    @Test
    void a_job_that_slurm_reports_as_running_after_its_end_is_cancelled() throws IOException {
        replace("sbatch", wrapped("sleep 1000"));
        Launch launch = run(SAY_HELLO, 1);
        until(() -> live(launch).map(LiveAttempt::phase).equals(Optional.of(Phase.RUNNING)));
        Files.writeString(launch.directory().resolve("claim/0"), "a b c\n");
        Files.writeString(launch.directory().resolve("exit/0"), "0\n");
        untilGoneAsTimePasses(launch);
        assertThat(engineState(launch)).isEmpty();
        assertThat(exits(launch)).containsEntry(0, 0);
        assertThat(cluster.ask("squeue", "-h", "-a", "-o", "%j"))
                .doesNotContain(launch.id().name());
    }

    @Test
    void a_forgotten_job_that_slurm_reports_as_running_is_cancelled() throws IOException {
        Launch launch = run(SAY_HELLO, 1);
        untilGone(launch);
        engine().forget(launch.id());
        String mine = sleeping(launch);
        String another = sleeping(launch);
        Path closed = launch.directory().resolve("launched");
        Files.writeString(
                closed, Files.readString(closed).replaceAll("(?m)^job=.*", "job=" + mine));
        until(() -> !running(launch).contains(mine));
        assertThat(running(launch)).containsExactly(another);
        cluster.ask("scancel", another);
    }

    private static String sleeping(Launch launch) {
        return cluster.ask(
                "sbatch",
                "--parsable",
                "--job-name=" + launch.id().name(),
                "--output=/dev/null",
                "--mem=100",
                "--wrap=sleep 1000");
    }

    private static List<String> running(Launch launch) {
        return cluster.ask("squeue", "-h", "-a", "-n", launch.id().name(), "-t", "PD,R", "-o", "%i")
                .lines()
                .toList();
    }

    /** In place of a job's own script another, as if Slurm knew better. */
    private static String wrapped(String script) {
        return """
        words=
        for word; do
            case $word in */batch.sh) break ;; esac
            words="$words '$word'"
        done
        eval "exec $real $words --wrap='%s'"
        """
                .formatted(script);
    }

    private void untilGoneAsTimePasses(Launch launch) {
        var clock = (MovingClock) settings().clock();
        until(
                () -> {
                    clock.forward(Duration.ofSeconds(1));
                    return live(launch).map(LiveAttempt::phase).equals(Optional.of(Phase.GONE));
                });
    }
}
