package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.journal.IdempotencyKey;
import slipway.run.engine.LiveAttempt;
import slipway.run.observe.ExitDetector;

/** The lifecycle of workloads that are not stopped by anyone. */
public class LifecycleTest {

    public static final String JOB =
            """
            run: python3 train.py
            resources: {accelerators: "H100:4"}
            """;

    @TempDir Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void a_job_is_submitted_placed_started_and_ends_well() {
        WorkloadId job = harness.submit(JOB);
        harness.awaitAttempt(job, 1);
        harness.end(job, 0);
        harness.await(job, "succeeded");
        assertThat(harness.factNames(job))
                .containsExactly(
                        "WorkloadSubmitted", "WorkloadPlaced", "WorkloadStarted", "WorkloadEnded");
        assertThat(harness.launches(job)).hasSize(1);
        assertThat(harness.runner().runState().liveCount()).isZero();
        harness.until(
                () -> harness.engine().live().isEmpty(), () -> "the engine keeps what is over");
    }

    @Test
    void a_job_that_ends_at_once_was_started_all_the_same() {
        harness.world().behave((_, _, _) -> Optional.of(0));
        WorkloadId job = harness.submit(JOB);
        harness.await(job, "succeeded");
        assertThat(harness.factNames(job))
                .containsExactly(
                        "WorkloadSubmitted", "WorkloadPlaced", "WorkloadStarted", "WorkloadEnded");
    }

    @Test
    void a_failed_job_is_not_retried_unless_its_spec_says_so() {
        WorkloadId job = harness.submit(JOB);
        harness.awaitAttempt(job, 1);
        harness.end(job, 3);
        harness.await(job, "failed");
        assertThat(harness.state(job))
                .isInstanceOfSatisfying(
                        WorkloadState.Ended.class,
                        ended -> {
                            assertThat(ended.exitCode()).contains(3);
                            assertThat(ended.because()).isEqualTo("It ended with exit code 3.");
                        });
    }

    @Test
    void a_failed_job_is_retried_after_a_pause_that_doubles() {
        WorkloadId job = harness.submit(JOB + "retry: {attempts: 3, backoff: 20s}");
        harness.awaitAttempt(job, 1);
        harness.end(job, 1);
        harness.await(job, "queued");
        assertThat(notBefore(job)).isEqualTo(Duration.ofSeconds(20));
        harness.forward(Duration.ofSeconds(19));
        assertThat(harness.word(job)).isEqualTo("queued");
        harness.forward(Duration.ofSeconds(1));
        harness.awaitAttempt(job, 2);
        harness.end(job, 1);
        harness.await(job, "queued");
        assertThat(notBefore(job)).isEqualTo(Duration.ofSeconds(40));
        harness.forward(Duration.ofSeconds(40));
        harness.awaitAttempt(job, 3);
        harness.end(job, 1);
        harness.await(job, "failed");
    }

    private Duration notBefore(WorkloadId job) {
        return harness.state(job) instanceof WorkloadState.Queued(_, var until, _)
                ? Duration.between(harness.clock().instant(), until.orElseThrow())
                : Duration.ZERO;
    }

    @Test
    void only_the_named_exit_codes_are_retried() {
        WorkloadId job =
                harness.submit(JOB + "retry: {attempts: 5, backoff: 0s, exit_codes: [75]}");
        harness.awaitAttempt(job, 1);
        harness.end(job, 75);
        harness.awaitAttempt(job, 2);
        harness.end(job, 1);
        harness.await(job, "failed");
    }

    @Test
    void a_log_with_an_out_of_memory_error_ends_the_retries() {
        WorkloadId job = harness.submit(JOB + "retry: 5");
        log(harness.awaitAttempt(job, 1), "step 1\ntorch.OutOfMemoryError: CUDA out of memory.\n");
        harness.end(job, 1);
        harness.await(job, "failed");
        assertThat(harness.state(job))
                .isInstanceOfSatisfying(
                        WorkloadState.Ended.class,
                        ended ->
                                assertThat(ended.because())
                                        .contains("Its log says: torch.OutOfMemoryError"));
    }

    @Test
    void a_node_that_the_log_blames_is_excluded() {
        WorkloadId job = harness.submit(JOB + "retry: {attempts: 2, backoff: 0s}");
        log(
                harness.awaitAttempt(job, 1),
                "NVRM: Xid (PCI:0000:3b:00): 48, uncorrectable ECC error\n");
        String node = harness.state(job).currentPlacement().orElseThrow().seats().getFirst().node();
        harness.end(job, 1);
        harness.awaitAttempt(job, 2);
        assertThat(harness.workload(job).excluded()).containsOnlyKeys(node);
    }

    @Test
    void a_rule_of_the_spec_that_would_search_forever_delays_no_other_workload() {
        WorkloadId job =
                harness.submit(
                        JOB
                                + """
                                retry:
                                  attempts: 2
                                  backoff: 0s
                                  rules: [{pattern: "(a+)+b", do: stop}]
                                """);
        log(harness.awaitAttempt(job, 1), "a".repeat(1_000) + "\n");
        harness.end(job, 1);
        harness.awaitAttempt(job, 2);
    }

    private void log(slipway.run.engine.AttemptId attempt, String text) {
        try {
            java.nio.file.Files.writeString(
                    harness.runner().directory(attempt).path().resolve("log/0"), text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void what_took_too_much_memory_says_so_and_not_only_its_exit_code() {
        WorkloadId job = harness.submit(JOB);
        harness.engine()
                .vanish(harness.awaitAttempt(job, 1), Optional.of(LiveAttempt.OUT_OF_MEMORY));
        harness.await(job, "failed");
        assertThat(harness.state(job))
                .isInstanceOfSatisfying(
                        WorkloadState.Ended.class,
                        ended ->
                                assertThat(ended.because())
                                        .isEqualTo("It exceeded its memory limit."));
    }

    @Test
    void a_lost_node_sends_its_workload_back_to_the_queue_and_another_node_takes_it() {
        WorkloadId job = harness.submit(JOB);
        harness.awaitAttempt(job, 1);
        String lost = harness.state(job).currentPlacement().orElseThrow().seats().getFirst().node();
        harness.engine().loseNode(lost);
        harness.awaitAttempt(job, 2);
        assertThat(harness.state(job).currentPlacement().orElseThrow().seats().getFirst().node())
                .isNotEqualTo(lost);
        assertThat(harness.workload(job).history().failures()).isZero();
    }

    @Test
    void an_attempt_that_vanished_is_lost_only_after_its_files_had_time_to_appear() {
        WorkloadId job = harness.submit(JOB);
        harness.engine().vanish(harness.awaitAttempt(job, 1), Optional.empty());
        harness.forward(Duration.ofSeconds(1));
        harness.forward(Duration.ofSeconds(60));
        assertThat(harness.word(job)).isEqualTo("running");
        harness.end(job, 0); // the file appears
        harness.await(job, "succeeded");
        WorkloadId other = harness.submit(JOB);
        harness.engine().vanish(harness.awaitAttempt(other, 1), Optional.empty());
        harness.forward(Duration.ofSeconds(1));
        harness.forward(ExitDetector.SILENCE_TIMEOUT);
        harness.awaitAttempt(other, 2);
    }

    @Test
    void an_exit_file_of_what_still_runs_is_not_believed() throws Exception {
        WorkloadId job = harness.submit(JOB);
        var attempt = harness.awaitAttempt(job, 1);
        java.nio.file.Files.writeString(
                harness.runner().directory(attempt).path().resolve("exit/0"), "0\n");
        harness.forward(Duration.ofSeconds(5));
        assertThat(harness.word(job)).isEqualTo("running");
    }

    @Test
    void a_gang_ends_with_its_first_failure_and_only_when_all_of_it_has_ended() {
        WorkloadId gang = harness.submit("run: x\nnodes: 2\nresources: {accelerators: \"H100:4\"}");
        var attempt = harness.awaitAttempt(gang, 1);
        harness.engine().end(attempt, 1, 7);
        harness.clock().forward(Duration.ofSeconds(2));
        harness.runner().reconcileNow();
        assertThat(harness.word(gang)).isEqualTo("running");
        harness.engine().end(attempt, 0, 143);
        harness.await(gang, "failed");
        assertThat(((WorkloadState.Ended) harness.state(gang)).exitCode()).contains(7);
    }

    @Test
    void a_start_that_the_engine_refuses_is_tried_again_later_and_later_as_another_attempt() {
        var refusal =
                new Problem(
                        slipway.run.engine.Engine.LAUNCH_FAILED, "No.", "The disk is full.", "x");
        harness.world().refuse(refusal);
        WorkloadId job = harness.submit(JOB);
        harness.await(job, workload -> workload.history().attempts() == 1 && workload.isQueued());
        assertThat(notBefore(job)).isEqualTo(Duration.ofSeconds(5));
        assertThat(((WorkloadState.Queued) harness.state(job)).because())
                .isEqualTo("No. The disk is full.");
        harness.world().refuse(refusal);
        harness.forward(Duration.ofSeconds(5));
        harness.await(job, workload -> workload.history().attempts() == 2 && workload.isQueued());
        assertThat(notBefore(job)).isEqualTo(Duration.ofSeconds(10));
        harness.forward(Duration.ofSeconds(10));
        harness.awaitAttempt(job, 3);
    }

    @Test
    void a_report_of_an_older_attempt_is_fenced() {
        WorkloadId job = harness.submit(JOB + "retry: {attempts: 2, backoff: 0s}");
        var first = harness.awaitAttempt(job, 1);
        harness.end(job, 1);
        harness.awaitAttempt(job, 2);
        long before = harness.journal().seq();
        harness.engine().listen(_ -> {});
        var late =
                new RunRequest.Finished(
                        first, RunRequest.Finding.exit(0), AttemptUsage.unsampled("H100", 1_000));
        var commit =
                LifecycleRules.decide(
                        harness.runner().runState(),
                        slipway.journal.ModuleRequest.of(late, RunHarness.ANA),
                        harness.clock().instant());
        assertThat(commit.rows()).isEmpty();
        assertThat(commit.events()).isEmpty();
        assertThat(harness.journal().seq()).isEqualTo(before);
        assertThat(harness.word(job)).isEqualTo("running");
    }

    @Test
    void the_same_key_gives_the_same_workload_even_if_it_would_be_refused_now() {
        var key = Optional.of(IdempotencyKey.of("ana", "k1", JOB));
        WorkloadId first = harness.submit(JOB, key);
        assertThat(harness.submit(JOB, key)).isEqualTo(first);
        harness.only(RunHarness.NLP);
        assertThat(harness.submit(JOB, key)).isEqualTo(first);
        assertThatThrownBy(
                        () -> harness.submit(JOB, Optional.of(IdempotencyKey.of("ana", "k2", JOB))))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.code()).isEqualTo(RunProblems.NO_TEAM));
        assertThatThrownBy(() -> harness.submit(JOB)).isInstanceOf(Problem.class);
    }

    @Test
    void what_could_never_run_is_refused_with_what_would() {
        assertThatThrownBy(() -> harness.submit("run: x\nresources: {accelerators: \"H100:8\"}"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.next()).contains("The largest node has 4"));
        assertThatThrownBy(() -> harness.submit("run: x\nresources: {accelerators: \"T4:1\"}"))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.next()).contains("H100"));
        assertThatThrownBy(() -> harness.submit("run: x\nenvs: {TOKEN: }"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.next()).isEqualTo("Give it: --env TOKEN=VALUE"));
        assertThatThrownBy(() -> harness.submit("run: x\nneeds: [missing]"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.what()).contains("which is not there"));
        assertThat(harness.runner().runState().liveCount()).isZero();
    }

    @Test
    void a_drained_node_finishes_what_it_runs_and_gets_nothing_new_until_it_is_restored() {
        WorkloadId first = harness.submit(JOB);
        WorkloadId second = harness.submit(JOB);
        harness.awaitAttempt(first, 1);
        harness.awaitAttempt(second, 1);
        String node =
                harness.state(first).currentPlacement().orElseThrow().seats().getFirst().node();
        harness.drain(node, Optional.of("a fan is loud"));
        harness.end(first, 0);
        harness.await(first, "succeeded");
        WorkloadId third = harness.submit(JOB);
        harness.forward(Duration.ofSeconds(3));
        assertThat(harness.runner().explain(third)).isPresent();
        assertThat(harness.word(third)).isEqualTo("queued");
        assertThat(harness.word(second)).isEqualTo("running");
        harness.drain(node, Optional.empty());
        harness.awaitAttempt(third, 1);
        assertThat(harness.runner().runState().drains()).isEmpty();
        assertThatThrownBy(() -> harness.drain("n9", Optional.of("x")))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.why()).isEqualTo("The engine knows n1 and n2."));
    }

    @Test
    void a_question_about_a_future_workload_changes_nothing() {
        harness.submit(JOB);
        harness.submit(JOB);
        WorkloadId waits = harness.submit(JOB);
        assertThat(harness.runner().explain(waits)).isPresent();
        assertThat(harness.runner().dryRun(RunHarness.submission(JOB))).isNotNull();
        assertThat(harness.runner().runState().liveCount()).isEqualTo(3);
    }

    @Test
    void facts_name_who_did_it_and_for_which_team() {
        WorkloadId job = harness.submit(JOB);
        harness.awaitAttempt(job, 1);
        assertThat(harness.facts(job))
                .first()
                .isEqualTo(new Fact.WorkloadSubmitted(job, RunHarness.VISION, "job", "ana"));
        assertThat(harness.events(slipway.journal.JournalStream.FACTS, job))
                .allSatisfy(event -> assertThat(event.what().team()).contains("vision"))
                .extracting(event -> event.what().actor().name())
                .isEqualTo(List.of("ana", "system/run", "system/run"));
    }
}
