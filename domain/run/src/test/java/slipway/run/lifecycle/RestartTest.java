package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.run.engine.JobBehavior;
import slipway.run.engine.Launch;

/** The server stops or dies in every state: nothing is lost, and nothing is launched twice. */
class RestartTest {

    @TempDir Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.world().letThrough();
        List<AttemptId> launched = harness.world().launches().stream().map(Launch::id).toList();
        assertThat(launched).doesNotHaveDuplicates();
        harness.close();
    }

    @Test
    void everything_is_as_it_was() {
        WorkloadId first = harness.submit("name: first\nrun: x");
        harness.submit("run: x\nneeds: [first]");
        harness.submit("run: x\narray: 0-5%2");
        harness.drain("n2", Optional.of("a fan is loud"));
        WorkloadId over = harness.submit("run: x");
        harness.awaitAttempt(over, 1);
        harness.end(over, 0);
        harness.await(over, "succeeded");
        harness.awaitAttempt(first, 1);
        harness.until(
                () -> words().filter("running"::equals).count() == 3,
                () -> "not all run: " + words().toList());
        RunState before = harness.runner().runState();
        harness.restart();
        assertThat(harness.runner().runState()).isEqualTo(before);
    }

    private java.util.stream.Stream<String> words() {
        return harness.runner().runState().live().map(workload -> workload.state().label());
    }

    @Test
    void a_queued_job_stays_queued_and_starts_in_order() {
        WorkloadId first = harness.submit("run: x\nnodes: 2\nresources: {accelerators: 4}");
        WorkloadId second = harness.submit("run: x\nnodes: 2\nresources: {accelerators: 4}");
        harness.awaitAttempt(first, 1);
        harness.restart();
        assertThat(harness.word(second)).isEqualTo("queued");
        harness.end(first, 0);
        harness.awaitAttempt(second, 1);
    }

    @Test
    void a_workload_whose_spec_cannot_be_read_stays_in_the_queue_alone() {
        WorkloadId running = harness.submit("run: x\nnodes: 2\nresources: {accelerators: 4}");
        harness.awaitAttempt(running, 1);
        WorkloadId queued = harness.submit("run: x\nresources: {accelerators: 4}");
        WorkloadId fine = harness.submit("run: x\nresources: {accelerators: 4}");
        harness.breakSpecs(running, queued);
        assertThat(harness.word(running)).isEqualTo("running");
        harness.end(running, 0);
        harness.await(running, "succeeded");
        harness.awaitAttempt(fine, 1);
        harness.await(
                queued,
                workload ->
                        workload.state() instanceof WorkloadState.Queued(_, _, var because)
                                && because.contains("The stored spec of " + queued + " cannot"));
        assertThat(harness.launches(queued)).isEmpty();
        harness.cancel(queued);
        harness.await(queued, "cancelled");
    }

    @Test
    void what_pauses_after_a_failure_goes_on_pausing() {
        WorkloadId job = harness.submit("run: x\nretry: {attempts: 2, backoff: 1m}");
        harness.awaitAttempt(job, 1);
        harness.end(job, 1);
        harness.await(job, "queued");
        harness.restart();
        harness.forward(Duration.ofSeconds(59));
        assertThat(harness.word(job)).isEqualTo("queued");
        harness.forward(Duration.ofSeconds(1));
        harness.awaitAttempt(job, 2);
    }

    @Test
    void what_was_not_launched_yet_is_launched_by_the_next_server() {
        harness.world().hold();
        WorkloadId job = harness.submit("run: x");
        harness.awaitHeld(job);
        harness.die(harness.world()::sendAway);
        harness.awaitAttempt(job, 1);
        assertThat(harness.launches(job)).hasSize(1);
    }

    @Test
    void what_was_launched_and_not_written_down_is_found_and_not_launched_again() throws Exception {
        harness.world().hold();
        WorkloadId job = harness.submit("run: x");
        harness.awaitHeld(job);
        Path done = harness.runner().directory(harness.attempt(job)).path().resolve("work/done");
        Files.writeString(done, "half of it");
        harness.die(harness.world()::letThrough);
        harness.awaitAttempt(job, 1);
        assertThat(harness.launches(job)).hasSize(1);
        assertThat(done).as("its directory is still its own").exists();
    }

    @Test
    void a_job_that_was_launched_and_ended_unnoticed_has_succeeded() {
        harness.world().behave((_, _, _) -> Optional.of(0));
        harness.world().hold();
        WorkloadId job = harness.submit("run: x");
        harness.awaitHeld(job);
        harness.die(harness.world()::letThrough);
        harness.await(job, "succeeded");
        assertThat(harness.launches(job)).hasSize(1);
    }

    @Test
    void what_runs_runs_on() {
        WorkloadId job = harness.submit("run: x");
        harness.awaitAttempt(job, 1);
        harness.restart();
        assertThat(harness.word(job)).isEqualTo("running");
        harness.end(job, 0);
        harness.await(job, "succeeded");
    }

    @Test
    void an_unnoticed_end_is_recorded_before_any_other_decision() {
        WorkloadId low =
                harness.submit("run: x\nnodes: 2\nresources: {accelerators: 4}\npriority: low");
        AttemptId attempt = harness.awaitAttempt(low, 1);
        harness.restart(() -> harness.engine().end(attempt, 0));
        assertThat(harness.word(low)).isEqualTo("succeeded");
        harness.awaitAttempt(harness.submit("run: x\nresources: {accelerators: 4}"), 1);
    }

    @Test
    void a_node_lost_without_a_server_requeues_its_jobs() {
        WorkloadId job = harness.submit("run: x");
        harness.awaitAttempt(job, 1);
        String node = harness.state(job).currentPlacement().orElseThrow().seats().getFirst().node();
        harness.restart(() -> harness.engine().loseNode(node));
        harness.awaitAttempt(job, 2);
    }

    @Test
    void a_stopping_job_continues_to_stop_and_is_killed_in_the_end() {
        harness.world().behave((_, _, _) -> Optional.empty());
        WorkloadId job = harness.submit("run: x");
        harness.awaitAttempt(job, 1);
        harness.cancel(job);
        harness.restart();
        assertThat(harness.word(job)).isEqualTo("stopping");
        harness.until(
                () -> {
                    harness.clock().forward(Duration.ofSeconds(10));
                    return harness.word(job).equals("cancelled");
                },
                () -> "it is still " + harness.state(job));
    }

    private boolean isNoticed(WorkloadId job) {
        return harness.runner().directory(harness.workload(job).attempt()).noticeAt().isPresent();
    }

    @Test
    void what_is_preempted_goes_on_saving() {
        harness.world().behave(JobBehavior.PLAIN);
        WorkloadId low =
                harness.submit(
                        """
                        run: x
                        nodes: 2
                        resources: {accelerators: 4}
                        priority: low
                        checkpoint: 30m
                        """);
        harness.awaitAttempt(low, 1);
        WorkloadId urgent = harness.submit("run: x\nresources: {accelerators: 4}\npriority: high");
        harness.await(low, "preempting");
        harness.until(() -> isNoticed(low), () -> "it was given no notice");
        harness.restart();
        assertThat(harness.word(low)).isEqualTo("preempting");
        harness.clock().forward(Duration.ofSeconds(3));
        harness.save(low, "step-3");
        harness.forward(Duration.ofSeconds(2));
        harness.awaitAttempt(urgent, 1);
        assertThat(harness.word(low)).isEqualTo("queued");
    }

    @Test
    void a_job_stopped_before_its_launch_ends_when_the_next_server_reconciles() {
        harness.world().hold();
        WorkloadId job = harness.submit("run: x");
        harness.awaitHeld(job);
        harness.cancel(job);
        harness.die(harness.world()::sendAway);
        harness.await(job, "cancelled");
        assertThat(harness.launches(job)).isEmpty();
    }

    @Test
    void an_orphan_is_killed_and_forgotten() {
        WorkloadId job = harness.submit("run: x\nretry: {attempts: 2, backoff: 0s}");
        AttemptId first = harness.awaitAttempt(job, 1);
        Launch launch = harness.launches(job).getFirst();
        var stray =
                new Launch(
                        new AttemptId(job, 7),
                        launch.directory().resolveSibling("7"),
                        launch.placement(),
                        launch.limits());
        harness.engine().launch(stray);
        harness.forward(Duration.ofSeconds(5));
        harness.forward(Duration.ofSeconds(5));
        assertThat(harness.engine().live())
                .extracting(liveAttempt -> liveAttempt.id())
                .containsExactly(first);
        assertThat(harness.word(job)).isEqualTo("running");
    }

    @Test
    void a_server_that_dies_again_and_again_starts_each_job_once() {
        for (int each = 0; each < 20; each++) {
            harness.submit("run: x\nresources: {cpus: 1}");
            if (each % 4 == 3) {
                harness.die(() -> {});
            }
        }
        harness.until(
                () -> words().allMatch("running"::equals),
                () -> "not all run: " + words().toList());
        harness.runner().runState().live().toList().forEach(each -> harness.end(each.id(), 0));
        harness.until(
                () -> harness.runner().runState().liveCount() == 0,
                () -> harness.runner().runState().liveCount() + " are left");
        assertThat(harness.runner().runState().recentlyEnded()).hasSize(20);
        assertThat(harness.world().launches()).hasSize(20);
    }
}
