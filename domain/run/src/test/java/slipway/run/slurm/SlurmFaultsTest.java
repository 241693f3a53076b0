package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.run.attempt.Attempt;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.LiveAttempt.Phase;
import slipway.run.slurm.SlurmSettings.SubmitOptions;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.slurm.SlurmCluster;

/** What goes wrong with a cluster, on a real one. */
@Tag("slurm")
class SlurmFaultsTest extends SlurmTestBase {

    private static final String GO_ON_AND_END_WELL =
            "trap 'exit 0' TERM; echo on > going; while :; do sleep 0.1; done";

    /** No process writes to this pipe, so a reader blocks; the engine must limit the wait. */
    private static final String NEVER_ANSWER = "echo x >> $here/asked; exec cat $here/never";

    private static SlurmCluster cluster;

    @BeforeAll
    static void start() {
        cluster = SlurmCluster.start();
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
    void a_restart_of_the_controller_costs_no_attempt() {
        Launch before = run(GO_ON, 1);
        untilGoing(before);
        String number = numbers(before).getFirst();
        cluster.ask("scontrol", "update", "JobId=" + number, "Comment=write-it-down");
        cluster.killController(modified(before.directory().resolve("work/going")));
        Launch meanwhile = prepare(Attempt.Script.of(SAY_HELLO), 1);
        try {
            assertThatThrownBy(() -> engine().launch(meanwhile))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("Unable to contact slurm controller");
            assertThat(live(before).map(LiveAttempt::phase)).contains(Phase.RUNNING);
        } finally {
            cluster.startController();
        }
        until(() -> launched(meanwhile));
        untilGone(meanwhile);
        assertThat(exits(meanwhile)).containsEntry(0, 0);
        assertThat(live(before).map(LiveAttempt::phase)).contains(Phase.RUNNING);
        engine().signal(before.id(), AttemptSignal.KILL);
        untilGone(before);
        assertThat(exits(before)).containsEntry(0, 137);
    }

    @Test
    void an_attempt_on_a_failed_node_reports_the_lost_node() {
        Launch launch = run(GO_ON, 2);
        untilGoing(launch);
        String node = place(launch.id()).seats().getLast().node();
        cluster.ask("scontrol", "update", "NodeName=" + node, "State=DOWN", "Reason=test");
        untilGone(launch);
        cluster.bringBack(node);
        assertThat(engineState(launch)).contains(LiveAttempt.NODE_LOST);
    }

    @Test
    void an_attempt_that_is_requeued_outside_of_slipway_does_not_run_twice() {
        Launch launch = run("echo start >> starts; " + GO_ON, 1);
        untilGoing(launch);
        String number = numbers(launch).getFirst();
        cluster.ask("scontrol", "update", "JobId=" + number, "Requeue=1");
        cluster.ask("scontrol", "requeue", number);
        untilGone(launch);
        assertThat(engineState(launch)).contains(LiveAttempt.REQUEUED);
        assertThat(work(launch, "starts")).isEqualTo("start\n");
    }

    @Test
    void an_attempt_cancelled_by_scancel_reports_it() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        cluster.ask("scancel", numbers(launch).getFirst());
        untilGone(launch);
        assertThat(engineState(launch)).contains(LiveAttempt.ENDED_OUTSIDE);
    }

    @Test
    void a_pending_attempt_cancelled_by_scancel_reports_it() {
        replace("sbatch", "exec $real --hold \"$@\"");
        Launch launch = run(SAY_HELLO, 1);
        repair("sbatch");
        cluster.ask("scancel", numbers(launch).getFirst());
        untilGone(launch);
        assertThat(engineState(launch)).contains(LiveAttempt.ENDED_OUTSIDE);
        assertThat(work(launch, "starts")).isEmpty();
    }

    @Test
    void a_preempted_attempt_reports_it_even_with_exit_code_0() {
        choosePartition("low");
        reopen();
        Launch launch = prepareOn(GO_ON_AND_END_WELL, new NodeAllocation("n0", 255, 1_000));
        engine().launch(launch);
        untilGoing(launch);
        String node = place(launch.id()).seats().getFirst().node();
        String other =
                cluster.ask(
                        "sbatch",
                        "--parsable",
                        "--partition=high",
                        "--nodelist=" + node,
                        "--gres=gpu:8",
                        "--mem=100",
                        "--output=/dev/null",
                        "--wrap=sleep 100");
        untilGone(launch);
        cluster.ask("scancel", other);
        assertThat(engineState(launch)).contains(LiveAttempt.PREEMPTED);
        assertThat(exits(launch)).containsEntry(0, 0);
    }

    @Test
    void a_submission_whose_reply_is_lost_is_not_repeated() {
        replace("sbatch", "$real \"$@\" > /dev/null; echo $? > $here/submitted; exit 1");
        Launch launch = run(SAY_HELLO, 1);
        assertThat(text(programs().resolve("submitted"))).isEqualTo("0\n");
        engine().launch(launch);
        untilGone(launch);
        engine().launch(launch);
        assertThat(numbers(launch)).hasSize(1);
        assertThat(work(launch, "starts")).isEqualTo("hello\n");
    }

    @Test
    void the_next_server_finds_a_submission_in_progress() {
        Launch launch = prepare(Attempt.Script.of(GO_ON), 1);
        useTimeout(Duration.ofSeconds(3));
        replace("sbatch", "$real \"$@\" > /dev/null; exec cat $here/never");
        replace("squeue", "echo 'no answer' >&2; exit 1");
        engine().launch(launch);
        untilGoing(launch);
        until(() -> live(launch).map(LiveAttempt::phase).equals(Optional.of(Phase.RUNNING)));
        engine().close();
        repair("sbatch");
        repair("squeue");
        reopen();
        engine().launch(launch);
        assertThat(numbers(launch)).hasSize(1);
        assertThat(live(launch).map(LiveAttempt::phase)).contains(Phase.RUNNING);
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 137);
    }

    @Test
    void a_submission_that_never_arrived_is_withdrawn_and_cannot_start_later() {
        Launch launch = prepare(Attempt.Script.of(SAY_HELLO), 1);
        useTimeout(Duration.ofSeconds(1));
        replace("sbatch", "exec cat $here/never");
        engine().launch(launch);
        assertThat(live(launch).map(LiveAttempt::phase)).contains(Phase.WAITING);
        assertThat(engineState(launch).orElseThrow()).contains("did not answer");
        untilGone(launch);
        assertThat(engineState(launch)).isEmpty();
        String late = cluster.ask(late(launch));
        until(() -> isOver(late));
        assertThat(work(launch, "starts")).isEmpty();
        repair("sbatch");
        engine().launch(launch);
        engine().forget(launch.id());
        engine().launch(launch);
        assertThat(live(launch)).isEmpty();
    }

    /** As Slurm would come with it after all. */
    private static String[] late(Launch launch) {
        Path tools = launch.directory().resolve("../../.slurm").normalize();
        return new String[] {
            "sbatch",
            "--parsable",
            "--partition=ours",
            "--mem=100",
            "--output=/dev/null",
            tools.resolve("batch.sh").toString(),
            tools.toString(),
            launch.directory().toString(),
            launch.id().name(),
            "1"
        };
    }

    private static boolean isOver(String number) {
        return cluster.ask("squeue", "-h", "-t", "all", "-j", number, "-o", "%T")
                .matches("COMPLETED|FAILED");
    }

    @Test
    void attempts_keep_their_state_while_slurm_does_not_answer() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        useTimeout(Duration.ofSeconds(1));
        replace("squeue", NEVER_ANSWER);
        until(() -> text(programs().resolve("asked")).lines().count() > 2);
        assertThat(live(launch).map(LiveAttempt::phase)).contains(Phase.RUNNING);
        repair("squeue");
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 137);
    }

    /** Opens an engine with this timeout, and makes the pipe that no process writes to. */
    private void useTimeout(Duration longest) {
        try {
            if (!Files.exists(programs().resolve("never"))) {
                Process made =
                        new ProcessBuilder("mkfifo", programs().resolve("never").toString())
                                .start();
                assertThat(made.onExit().join().exitValue()).isZero();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        choose(settings().by(settings().tooling().withTimeout(longest)));
        reopen();
    }

    @Test
    void a_signal_that_fails_is_followed_by_scancel() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        replace("srun", "exit 1");
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(engineState(launch)).isEmpty();
        assertThat(processes(launch.id())).isZero();
    }

    @Test
    void a_job_is_asked_to_end_even_if_no_step_starts() {
        Launch launch =
                run(
                        "trap 'echo yes > saved; exit 7' TERM; echo on > going;"
                                + " while :; do sleep 0.1; done",
                        1);
        untilGoing(launch);
        replace("srun", "exit 1");
        engine().signal(launch.id(), AttemptSignal.STOP);
        untilGone(launch);
        assertThat(work(launch, "saved")).isEqualTo("yes\n");
        assertThat(exits(launch)).containsEntry(0, 7);
    }

    @Test
    void a_pending_job_reports_its_reason_and_can_be_cancelled() {
        cluster.ask("scontrol", "update", "NodeName=n7", "State=DRAIN", "Reason=test");
        Launch launch = prepareOn(SAY_HELLO, new NodeAllocation("n7", 1, 1_000));
        engine().launch(launch);
        until(
                () ->
                        engineState(launch)
                                .filter(why -> why.startsWith("ReqNodeNotAvail"))
                                .isPresent());
        assertThat(live(launch).map(LiveAttempt::phase)).contains(Phase.WAITING);
        engine().signal(launch.id(), AttemptSignal.STOP);
        untilGone(launch);
        cluster.ask("scontrol", "update", "NodeName=n7", "State=RESUME");
        assertThat(engineState(launch)).isEmpty();
        assertThat(work(launch, "starts")).isEmpty();
    }

    @Test
    void a_refusal_of_the_partition_is_quoted() {
        choosePartition("closed");
        reopen();
        Launch launch = prepare(Attempt.Script.of(SAY_HELLO), 1);
        assertThatThrownBy(() -> engine().launch(launch))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Required partition not available")
                .hasMessageContaining("Correct slurm.partitions");
        assertThat(live(launch)).isEmpty();
        choosePartition("ours");
        reopen();
        engine().launch(launch);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 0);
    }

    @Test
    void an_unknown_reservation_is_quoted() {
        choose(
                settings()
                        .under(
                                new SubmitOptions(
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of("nowhere"))));
        reopen();
        Launch launch = prepare(Attempt.Script.of(SAY_HELLO), 1);
        assertThatThrownBy(() -> engine().launch(launch))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Requested reservation is invalid")
                .hasMessageContaining("Correct the reservation");
    }

    @Test
    void an_unknown_partition_is_reported_when_the_engine_opens() {
        choosePartition("nowhere");
        assertThatThrownBy(this::reopen)
                .isInstanceOf(Problem.class)
                .hasMessageContaining("nowhere")
                .hasMessageContaining("closed, high, low, ours, short and whole");
        choosePartition("ours");
        reopen();
    }

    @Test
    void a_missing_slurm_is_reported_when_the_engine_opens() throws IOException {
        Files.delete(programs().resolve("sbatch"));
        assertThatThrownBy(this::reopen)
                .isInstanceOf(Problem.class)
                .hasMessageContaining("sbatch")
                .hasMessageContaining("slurm-client");
        repair("sbatch");
        reopen();
    }

    @Test
    void an_old_slurm_is_reported_when_the_engine_opens() {
        replace("sbatch", "echo slurm 21.08.8");
        assertThatThrownBy(this::reopen)
                .isInstanceOf(Problem.class)
                .hasMessageContaining("slurm 21.08.8")
                .hasMessageContaining("22.05");
        repair("sbatch");
        reopen();
    }

    @Test
    void a_silent_slurm_is_reported_when_the_engine_opens() {
        useTimeout(Duration.ofSeconds(1));
        replace("scontrol", NEVER_ANSWER);
        assertThatThrownBy(this::reopen)
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Slurm does not answer")
                .hasMessageContaining("scontrol gave no answer within 1 s");
        repair("scontrol");
        reopen();
    }
}
