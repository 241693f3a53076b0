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

/** How workloads are stopped: cancelled by people, preempted by others. */
class StopTest {

    private static final String BOTH_NODES =
            """
            run: python3 train.py
            nodes: 2
            resources: {accelerators: "H100:4"}
            priority: low
            """;
    private static final String SAVING = BOTH_NODES + "checkpoint: {every: 30m}\n";
    private static final String URGENT = LifeTest.JOB + "priority: high\nname: urgent\n";

    @TempDir Path attempts;
    private Yard yard;

    @BeforeEach
    void open() {
        yard = Yard.inMemory(attempts);
    }

    @AfterEach
    void close() {
        yard.world().letThrough();
        yard.close();
    }

    // Cancelled.

    @Test
    void what_waits_is_cancelled_at_once() {
        yard.drain("n1", Optional.of("x"));
        yard.drain("n2", Optional.of("x"));
        WorkloadId job = yard.submit(LifeTest.JOB);
        yard.cancel(job);
        assertThat(yard.word(job)).isEqualTo("cancelled");
        assertThat(yard.launches(job)).isEmpty();
        assertThat(((WorkloadState.Ended) yard.state(job)).because())
                .isEqualTo("Cancelled by ana.");
        assertThatThrownBy(() -> yard.cancel(job))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.what()).isEqualTo("job was cancelled already."));
    }

    @Test
    void what_runs_is_asked_to_end_and_then_is_cancelled() {
        WorkloadId job = yard.submit(LifeTest.JOB + "checkpoint: 30m");
        yard.awaitAttempt(job, 1);
        yard.cancel(job);
        yard.await(job, "cancelled");
        assertThat(((WorkloadState.Ended) yard.state(job)).exitCode()).contains(143);
        assertThat(yard.story(job))
                .endsWith("WorkloadStarted", "WorkloadStopping", "WorkloadEnded");
    }

    @Test
    void what_is_cancelled_is_cancelled_even_if_it_leaves_with_0() {
        yard.world().behave((_, _, said) -> said.filter(AttemptSignal.STOP::equals).map(_ -> 0));
        WorkloadId job = yard.submit(LifeTest.JOB);
        yard.awaitAttempt(job, 1);
        yard.clock().forward(Duration.ofSeconds(1));
        yard.cancel(job);
        yard.await(job, "cancelled");
    }

    @Test
    void what_had_succeeded_before_it_was_told_to_stop_has_succeeded() {
        var held = new AtomicReference<AttemptId>();
        WorkloadId job = yard.submit(LifeTest.JOB);
        held.set(yard.awaitAttempt(job, 1));
        yard.restart(
                () -> {
                    yard.engine().end(held.get(), 0);
                    yard.clock().forward(Duration.ofHours(2));
                });
        assertThat(yard.word(job)).isEqualTo("succeeded");
        assertThat(yard.state(job).since())
                .isEqualTo(yard.clock().instant().minus(Duration.ofHours(2)));
    }

    @Test
    void what_ignores_being_asked_is_ended_by_force() {
        yard.world().behave((_, _, _) -> Optional.empty());
        WorkloadId job = yard.submit(LifeTest.JOB);
        yard.awaitAttempt(job, 1);
        yard.cancel(job);
        yard.await(job, "stopping");
        yard.clock().forward(Duration.ofSeconds(9));
        assertThat(yard.word(job)).isEqualTo("stopping");
        yard.until(
                () -> {
                    yard.clock().forward(Duration.ofSeconds(1));
                    return yard.word(job).equals("cancelled");
                },
                () -> "it is still " + yard.state(job));
        assertThat(((WorkloadState.Ended) yard.state(job)).exitCode()).contains(137);
    }

    @Test
    void what_is_cancelled_while_it_starts_is_stopped_as_soon_as_it_has_started() {
        yard.world().hold();
        WorkloadId job = yard.submit(LifeTest.JOB);
        yard.awaitHeld(job);
        yard.cancel(job);
        assertThat(yard.word(job)).isEqualTo("stopping");
        yard.world().letThrough();
        yard.await(job, "cancelled");
        assertThat(((WorkloadState.Ended) yard.state(job)).exitCode()).contains(143);
    }

    @Test
    void what_is_cancelled_while_it_starts_and_cannot_start_is_cancelled() {
        yard.world().hold();
        WorkloadId job = yard.submit(LifeTest.JOB);
        yard.awaitHeld(job);
        yard.cancel(job);
        yard.world().sendAway();
        yard.await(job, "cancelled");
        assertThat(yard.launches(job)).isEmpty();
    }

    @Test
    void what_waits_to_be_started_when_it_is_cancelled_never_starts() {
        yard.world().hold();
        for (int each = 0; each < 16; each++) {
            yard.submit("run: x\nresources: {cpus: 1}");
        }
        yard.until(
                () -> yard.runner().runState().live().allMatch(Workload::isPlaced),
                () -> "not all have a place");
        WorkloadId late = yard.submit("run: x\nresources: {cpus: 1}");
        yard.await(late, "starting");
        yard.cancel(late);
        yard.world().letThrough();
        yard.await(late, "cancelled");
        // Sixteen start at once; whether this one was among them is up to the threads.
        assertThat(yard.launches(late).size()).isLessThanOrEqualTo(1);
    }

    @Test
    void what_is_being_preempted_can_be_cancelled() {
        WorkloadId low = yard.submit(SAVING);
        yard.awaitAttempt(low, 1);
        yard.submit(URGENT);
        yard.await(low, "preempting");
        yard.cancel(low);
        yard.await(low, "cancelled");
        assertThat(yard.launches(low)).hasSize(1);
    }

    // Preempted.

    @Test
    void a_higher_priority_takes_the_place_and_the_other_saves_and_goes_on_from_there() {
        WorkloadId low = yard.submit(SAVING);
        AttemptId first = yard.awaitAttempt(low, 1);
        yard.forward(Duration.ofMinutes(10));
        WorkloadId urgent = yard.submit(URGENT);
        yard.await(low, "preempting");
        assertThat(((WorkloadState.Stopping) yard.state(low)).stop().because())
                .isEqualTo("urgent has a higher priority.");
        Path notice = yard.runner().directory(first).path().resolve("notice");
        yard.until(() -> Files.exists(notice), () -> "there is no notice");
        assertThat(notice).hasContent(yard.clock().instant().plus(Duration.ofMinutes(1)) + "\n");
        assertThat(yard.word(urgent)).isEqualTo("queued");
        yard.forward(Duration.ofSeconds(5));
        Path saved = yard.save(low, "step-10");
        yard.forward(Duration.ofSeconds(2));
        yard.awaitAttempt(urgent, 1);
        assertThat(yard.word(low)).isEqualTo("queued");
        assertThat(yard.workload(low).history().preempted()).isEqualTo(1);
        assertThat(yard.workload(low).history().completedWork())
                .isEqualTo(Duration.ofMinutes(10).plusSeconds(5));
        yard.end(urgent, 0);
        AttemptId second = yard.awaitAttempt(low, 2);
        assertThat(yard.env(second)).contains("SLIPWAY_RESUME_FROM=").contains(saved.toString());
        assertThat(yard.env(first)).doesNotContain("SLIPWAY_RESUME_FROM=");
        yard.end(low, 0);
        yard.await(low, "succeeded");
    }

    @Test
    void whoever_does_not_save_in_time_is_stopped_when_the_notice_is_over() {
        WorkloadId low = yard.submit(SAVING);
        yard.awaitAttempt(low, 1);
        WorkloadId urgent = yard.submit(URGENT);
        yard.await(low, "preempting");
        yard.forward(Duration.ofSeconds(59));
        assertThat(yard.word(low)).isEqualTo("preempting");
        yard.forward(Duration.ofSeconds(1));
        yard.awaitAttempt(urgent, 1);
        assertThat(yard.word(low)).isEqualTo("queued");
        assertThat(yard.workload(low).history().completedWork()).isZero();
    }

    @Test
    void a_spec_may_ask_for_a_longer_notice() {
        WorkloadId low = yard.submit(BOTH_NODES + "checkpoint: {every: 30m, notice: 5m}\n");
        yard.awaitAttempt(low, 1);
        yard.submit(URGENT);
        yard.await(low, "preempting");
        assertThat(((WorkloadState.Stopping) yard.state(low)).stop().deadline())
                .isEqualTo(yard.clock().instant().plus(Duration.ofMinutes(5)));
    }

    @Test
    void whoever_saves_nothing_gives_way_at_once() {
        WorkloadId low = yard.submit(BOTH_NODES);
        yard.awaitAttempt(low, 1);
        WorkloadId urgent = yard.submit(URGENT);
        yard.awaitAttempt(urgent, 1);
        assertThat(yard.word(low)).isEqualTo("queued");
    }

    @Test
    void what_saves_and_leaves_with_0_when_it_is_told_to_go_has_not_succeeded() {
        WorkloadId low = yard.submit(SAVING);
        yard.awaitAttempt(low, 1);
        WorkloadId urgent = yard.submit(URGENT);
        yard.await(low, "preempting");
        yard.clock().forward(Duration.ofSeconds(3));
        Path last = yard.save(low, "last");
        yard.end(low, 0);
        yard.awaitAttempt(urgent, 1);
        assertThat(yard.word(low)).isEqualTo("queued");
        yard.end(urgent, 0);
        // Saved in the last moment, and complete: its attempt is over.
        assertThat(yard.env(yard.awaitAttempt(low, 2))).contains(last.toString());
    }

    @Test
    void what_is_lost_while_it_is_preempted_waits_like_what_was_preempted() {
        WorkloadId low = yard.submit(SAVING);
        yard.awaitAttempt(low, 1);
        WorkloadId urgent = yard.submit(URGENT);
        yard.await(low, "preempting");
        yard.engine().loseNode("n1");
        yard.awaitAttempt(urgent, 1);
        assertThat(yard.word(low)).isEqualTo("queued");
    }

    @Test
    void an_unfinished_checkpoint_is_no_checkpoint() throws Exception {
        WorkloadId low = yard.submit(SAVING + "retry: {attempts: 2, backoff: 0s}");
        AttemptId first = yard.awaitAttempt(low, 1);
        Path whole = yard.save(low, "step-1");
        Path folder = yard.runner().directory(first).checkpoints();
        Files.writeString(folder.resolve("step-2.tmp"), "half");
        Files.createFile(folder.resolve("step-3"));
        yard.clock().forward(Duration.ofSeconds(2));
        yard.end(low, 1);
        assertThat(yard.env(yard.awaitAttempt(low, 2))).contains(whole.toString());
    }
}
