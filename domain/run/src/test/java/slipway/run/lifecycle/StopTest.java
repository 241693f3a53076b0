package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;

/** How workloads are stopped: cancelled by users, preempted by other workloads. */
class StopTest {

    private static final String BOTH_NODES =
            """
            run: python3 train.py
            nodes: 2
            resources: {accelerators: "H100:4"}
            priority: low
            """;
    private static final String SAVING = BOTH_NODES + "checkpoint: {every: 30m}\n";
    private static final String URGENT = LifecycleTest.JOB + "priority: high\nname: urgent\n";

    @TempDir Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.world().letThrough();
        harness.close();
    }

    // Cancelled.

    @Test
    void what_waits_is_cancelled_at_once() {
        harness.drain("n1", Optional.of("x"));
        harness.drain("n2", Optional.of("x"));
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        harness.cancel(job);
        assertThat(harness.word(job)).isEqualTo("cancelled");
        assertThat(harness.launches(job)).isEmpty();
        assertThat(((WorkloadState.Ended) harness.state(job)).because())
                .isEqualTo("Cancelled by ana.");
        assertThatThrownBy(() -> harness.cancel(job))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.what()).isEqualTo("job was cancelled already."));
    }

    @Test
    void what_runs_is_asked_to_end_and_then_is_cancelled() {
        WorkloadId job = harness.submit(LifecycleTest.JOB + "checkpoint: 30m");
        harness.awaitAttempt(job, 1);
        harness.cancel(job);
        harness.await(job, "cancelled");
        assertThat(((WorkloadState.Ended) harness.state(job)).exitCode()).contains(143);
        assertThat(harness.factNames(job))
                .endsWith("WorkloadStarted", "WorkloadStopping", "WorkloadEnded");
    }

    @Test
    void what_is_cancelled_is_cancelled_even_if_it_leaves_with_0() {
        harness.world()
                .behave((_, _, signal) -> signal.filter(AttemptSignal.STOP::equals).map(_ -> 0));
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        harness.awaitAttempt(job, 1);
        harness.clock().forward(Duration.ofSeconds(1));
        harness.cancel(job);
        harness.await(job, "cancelled");
    }

    @Test
    void an_attempt_that_had_succeeded_before_the_stop_has_succeeded() {
        var held = new AtomicReference<AttemptId>();
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        held.set(harness.awaitAttempt(job, 1));
        harness.restart(
                () -> {
                    harness.engine().end(held.get(), 0);
                    harness.clock().forward(Duration.ofHours(2));
                });
        assertThat(harness.word(job)).isEqualTo("succeeded");
        assertThat(harness.state(job).since())
                .isEqualTo(harness.clock().instant().minus(Duration.ofHours(2)));
    }

    @Test
    void an_attempt_that_ignores_term_is_killed() {
        harness.world().behave((_, _, _) -> Optional.empty());
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        harness.awaitAttempt(job, 1);
        harness.cancel(job);
        harness.await(job, "stopping");
        harness.clock().forward(Duration.ofSeconds(9));
        assertThat(harness.word(job)).isEqualTo("stopping");
        harness.until(
                () -> {
                    harness.clock().forward(Duration.ofSeconds(1));
                    return harness.word(job).equals("cancelled");
                },
                () -> "it is still " + harness.state(job));
        assertThat(((WorkloadState.Ended) harness.state(job)).exitCode()).contains(137);
    }

    @Test
    void what_is_cancelled_while_it_starts_is_stopped_as_soon_as_it_has_started() {
        harness.world().hold();
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        harness.awaitHeld(job);
        harness.cancel(job);
        assertThat(harness.word(job)).isEqualTo("stopping");
        harness.world().letThrough();
        harness.await(job, "cancelled");
        assertThat(((WorkloadState.Ended) harness.state(job)).exitCode()).contains(143);
    }

    @Test
    void what_is_cancelled_while_it_starts_and_cannot_start_is_cancelled() {
        harness.world().hold();
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        harness.awaitHeld(job);
        harness.cancel(job);
        harness.world().sendAway();
        harness.await(job, "cancelled");
        assertThat(harness.launches(job)).isEmpty();
    }

    @Test
    void what_waits_to_be_started_when_it_is_cancelled_never_starts() {
        harness.world().hold();
        for (int each = 0; each < 16; each++) {
            harness.submit("run: x\nresources: {cpus: 1}");
        }
        harness.until(
                () -> harness.runner().runState().live().allMatch(Workload::isPlaced),
                () -> "not all have a place");
        WorkloadId late = harness.submit("run: x\nresources: {cpus: 1}");
        harness.await(late, "starting");
        harness.cancel(late);
        harness.world().letThrough();
        harness.await(late, "cancelled");
        // Sixteen start at once; whether this one was among them is up to the threads.
        assertThat(harness.launches(late).size()).isLessThanOrEqualTo(1);
    }

    @Test
    void what_is_being_preempted_can_be_cancelled() {
        WorkloadId low = harness.submit(SAVING);
        harness.awaitAttempt(low, 1);
        harness.submit(URGENT);
        harness.await(low, "preempting");
        harness.cancel(low);
        harness.await(low, "cancelled");
        assertThat(harness.launches(low)).hasSize(1);
    }

    // Preempted.

    @Test
    void a_higher_priority_takes_the_place_and_the_other_saves_and_goes_on_from_there() {
        WorkloadId low = harness.submit(SAVING);
        AttemptId first = harness.awaitAttempt(low, 1);
        harness.forward(Duration.ofMinutes(10));
        WorkloadId urgent = harness.submit(URGENT);
        harness.await(low, "preempting");
        assertThat(((WorkloadState.Stopping) harness.state(low)).stop().because())
                .isEqualTo("urgent has a higher priority.");
        Path notice = harness.runner().directory(first).path().resolve("notice");
        harness.until(() -> Files.exists(notice), () -> "there is no notice");
        assertThat(notice).hasContent(harness.clock().instant().plus(Duration.ofMinutes(1)) + "\n");
        assertThat(harness.word(urgent)).isEqualTo("queued");
        harness.forward(Duration.ofSeconds(5));
        Path saved = harness.save(low, "step-10");
        harness.forward(Duration.ofSeconds(2));
        harness.awaitAttempt(urgent, 1);
        assertThat(harness.word(low)).isEqualTo("queued");
        assertThat(harness.workload(low).history().preempted()).isEqualTo(1);
        assertThat(harness.workload(low).history().completedWork())
                .isEqualTo(Duration.ofMinutes(10).plusSeconds(5));
        harness.end(urgent, 0);
        AttemptId second = harness.awaitAttempt(low, 2);
        assertThat(harness.env(second)).contains("SLIPWAY_RESUME_FROM=").contains(saved.toString());
        assertThat(harness.env(first)).doesNotContain("SLIPWAY_RESUME_FROM=");
        harness.end(low, 0);
        harness.await(low, "succeeded");
    }

    @Test
    void a_job_that_does_not_save_in_time_is_stopped_at_its_deadline() {
        WorkloadId low = harness.submit(SAVING);
        harness.awaitAttempt(low, 1);
        WorkloadId urgent = harness.submit(URGENT);
        harness.await(low, "preempting");
        harness.forward(Duration.ofSeconds(59));
        assertThat(harness.word(low)).isEqualTo("preempting");
        harness.forward(Duration.ofSeconds(1));
        harness.awaitAttempt(urgent, 1);
        assertThat(harness.word(low)).isEqualTo("queued");
        assertThat(harness.workload(low).history().completedWork()).isZero();
    }

    @Test
    void a_spec_may_ask_for_a_longer_notice() {
        WorkloadId low = harness.submit(BOTH_NODES + "checkpoint: {every: 30m, notice: 5m}\n");
        harness.awaitAttempt(low, 1);
        harness.submit(URGENT);
        harness.await(low, "preempting");
        assertThat(((WorkloadState.Stopping) harness.state(low)).stop().deadline())
                .isEqualTo(harness.clock().instant().plus(Duration.ofMinutes(5)));
    }

    @Test
    void a_job_without_checkpoints_is_preempted_at_once() {
        WorkloadId low = harness.submit(BOTH_NODES);
        harness.awaitAttempt(low, 1);
        WorkloadId urgent = harness.submit(URGENT);
        harness.awaitAttempt(urgent, 1);
        assertThat(harness.word(low)).isEqualTo("queued");
    }

    @Test
    void a_preempted_job_that_saves_and_exits_with_0_has_not_succeeded() {
        WorkloadId low = harness.submit(SAVING);
        harness.awaitAttempt(low, 1);
        WorkloadId urgent = harness.submit(URGENT);
        harness.await(low, "preempting");
        harness.clock().forward(Duration.ofSeconds(3));
        Path last = harness.save(low, "last");
        harness.end(low, 0);
        harness.awaitAttempt(urgent, 1);
        assertThat(harness.word(low)).isEqualTo("queued");
        harness.end(urgent, 0);
        // Saved in the last moment, and complete: its attempt is over.
        assertThat(harness.env(harness.awaitAttempt(low, 2))).contains(last.toString());
    }

    @Test
    void what_is_lost_while_it_is_preempted_waits_like_what_was_preempted() {
        WorkloadId low = harness.submit(SAVING);
        harness.awaitAttempt(low, 1);
        WorkloadId urgent = harness.submit(URGENT);
        harness.await(low, "preempting");
        harness.engine().loseNode("n1");
        harness.awaitAttempt(urgent, 1);
        assertThat(harness.word(low)).isEqualTo("queued");
    }

    @Test
    void an_unfinished_checkpoint_is_no_checkpoint() throws Exception {
        WorkloadId low = harness.submit(SAVING + "retry: {attempts: 2, backoff: 0s}");
        AttemptId first = harness.awaitAttempt(low, 1);
        Path whole = harness.save(low, "step-1");
        Path folder = harness.runner().directory(first).checkpoints();
        Files.writeString(folder.resolve("step-2.tmp"), "half");
        Files.createFile(folder.resolve("step-3"));
        harness.clock().forward(Duration.ofSeconds(2));
        harness.end(low, 1);
        assertThat(harness.env(harness.awaitAttempt(low, 2))).contains(whole.toString());
    }
}
