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

/** How workloads fare that nobody stops. */
public class LifeTest {

    public static final String JOB =
            """
            run: python3 train.py
            resources: {accelerators: "H100:4"}
            """;

    @TempDir Path attempts;
    private Yard yard;

    @BeforeEach
    void open() {
        yard = Yard.inMemory(attempts);
    }

    @AfterEach
    void close() {
        yard.close();
    }

    @Test
    void a_job_is_submitted_placed_started_and_ends_well() {
        WorkloadId job = yard.submit(JOB);
        yard.awaitAttempt(job, 1);
        yard.end(job, 0);
        yard.await(job, "succeeded");
        assertThat(yard.story(job))
                .containsExactly(
                        "WorkloadSubmitted", "WorkloadPlaced", "WorkloadStarted", "WorkloadEnded");
        assertThat(yard.launches(job)).hasSize(1);
        assertThat(yard.runner().runState().liveCount()).isZero();
        yard.until(() -> yard.engine().live().isEmpty(), () -> "the engine keeps what is over");
    }

    @Test
    void a_job_that_ends_at_once_was_started_all_the_same() {
        yard.world().behave((_, _, _) -> Optional.of(0));
        WorkloadId job = yard.submit(JOB);
        yard.await(job, "succeeded");
        assertThat(yard.story(job))
                .containsExactly(
                        "WorkloadSubmitted", "WorkloadPlaced", "WorkloadStarted", "WorkloadEnded");
    }

    @Test
    void a_job_that_fails_is_not_tried_again_unless_it_says_so() {
        WorkloadId job = yard.submit(JOB);
        yard.awaitAttempt(job, 1);
        yard.end(job, 3);
        yard.await(job, "failed");
        assertThat(yard.state(job))
                .isInstanceOfSatisfying(
                        WorkloadState.Ended.class,
                        ended -> {
                            assertThat(ended.exitCode()).contains(3);
                            assertThat(ended.because()).isEqualTo("It ended with exit code 3.");
                        });
    }

    @Test
    void a_failed_job_is_tried_again_after_a_pause_that_doubles() {
        WorkloadId job = yard.submit(JOB + "retry: {attempts: 3, backoff: 20s}");
        yard.awaitAttempt(job, 1);
        yard.end(job, 1);
        yard.await(job, "queued");
        assertThat(notBefore(job)).isEqualTo(Duration.ofSeconds(20));
        yard.forward(Duration.ofSeconds(19));
        assertThat(yard.word(job)).isEqualTo("queued");
        yard.forward(Duration.ofSeconds(1));
        yard.awaitAttempt(job, 2);
        yard.end(job, 1);
        yard.await(job, "queued");
        assertThat(notBefore(job)).isEqualTo(Duration.ofSeconds(40));
        yard.forward(Duration.ofSeconds(40));
        yard.awaitAttempt(job, 3);
        yard.end(job, 1);
        yard.await(job, "failed");
    }

    private Duration notBefore(WorkloadId job) {
        return yard.state(job) instanceof WorkloadState.Queued(_, var until, _)
                ? Duration.between(yard.clock().instant(), until.orElseThrow())
                : Duration.ZERO;
    }

    @Test
    void only_the_exit_codes_that_are_named_are_worth_another_try() {
        WorkloadId job = yard.submit(JOB + "retry: {attempts: 5, backoff: 0s, exit_codes: [75]}");
        yard.awaitAttempt(job, 1);
        yard.end(job, 75);
        yard.awaitAttempt(job, 2);
        yard.end(job, 1);
        yard.await(job, "failed");
    }

    @Test
    void a_log_that_says_the_card_is_too_small_ends_the_tries() {
        WorkloadId job = yard.submit(JOB + "retry: 5");
        log(yard.awaitAttempt(job, 1), "step 1\ntorch.OutOfMemoryError: CUDA out of memory.\n");
        yard.end(job, 1);
        yard.await(job, "failed");
        assertThat(yard.state(job))
                .isInstanceOfSatisfying(
                        WorkloadState.Ended.class,
                        ended ->
                                assertThat(ended.because())
                                        .contains("Its log says: torch.OutOfMemoryError"));
    }

    @Test
    void a_log_that_blames_the_node_is_remembered() {
        WorkloadId job = yard.submit(JOB + "retry: {attempts: 2, backoff: 0s}");
        log(yard.awaitAttempt(job, 1), "NVRM: Xid (PCI:0000:3b:00): 48, uncorrectable ECC error\n");
        String node = yard.state(job).currentPlacement().orElseThrow().seats().getFirst().node();
        yard.end(job, 1);
        yard.awaitAttempt(job, 2);
        assertThat(yard.workload(job).excluded()).containsOnlyKeys(node);
    }

    @Test
    void a_rule_of_the_spec_that_would_search_for_ever_holds_nobody_up() {
        WorkloadId job =
                yard.submit(
                        JOB
                                + """
                                retry:
                                  attempts: 2
                                  backoff: 0s
                                  rules: [{pattern: "(a+)+b", do: stop}]
                                """);
        log(yard.awaitAttempt(job, 1), "a".repeat(1_000) + "\n");
        yard.end(job, 1);
        yard.awaitAttempt(job, 2);
    }

    private void log(slipway.run.engine.AttemptId attempt, String text) {
        try {
            java.nio.file.Files.writeString(
                    yard.runner().directory(attempt).path().resolve("log/0"), text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void what_took_too_much_memory_says_so_and_not_only_its_exit_code() {
        WorkloadId job = yard.submit(JOB);
        yard.engine().vanish(yard.awaitAttempt(job, 1), Optional.of(LiveAttempt.OUT_OF_MEMORY));
        yard.await(job, "failed");
        assertThat(yard.state(job))
                .isInstanceOfSatisfying(
                        WorkloadState.Ended.class,
                        ended ->
                                assertThat(ended.because())
                                        .isEqualTo("It took more memory than it may have."));
    }

    @Test
    void a_lost_node_sends_its_workload_back_to_the_queue_and_another_node_takes_it() {
        WorkloadId job = yard.submit(JOB);
        yard.awaitAttempt(job, 1);
        String lost = yard.state(job).currentPlacement().orElseThrow().seats().getFirst().node();
        yard.engine().loseNode(lost);
        yard.awaitAttempt(job, 2);
        assertThat(yard.state(job).currentPlacement().orElseThrow().seats().getFirst().node())
                .isNotEqualTo(lost);
        assertThat(yard.workload(job).history().failures()).isZero();
    }

    @Test
    void what_is_gone_without_a_word_is_lost_only_after_its_files_had_time_to_appear() {
        WorkloadId job = yard.submit(JOB);
        yard.engine().vanish(yard.awaitAttempt(job, 1), Optional.empty());
        yard.forward(Duration.ofSeconds(1));
        yard.forward(Duration.ofSeconds(60));
        assertThat(yard.word(job)).isEqualTo("running");
        yard.end(job, 0); // the file appears
        yard.await(job, "succeeded");
        WorkloadId other = yard.submit(JOB);
        yard.engine().vanish(yard.awaitAttempt(other, 1), Optional.empty());
        yard.forward(Duration.ofSeconds(1));
        yard.forward(ExitDetector.SILENCE_TIMEOUT);
        yard.awaitAttempt(other, 2);
    }

    @Test
    void an_exit_file_of_what_still_runs_is_not_believed() throws Exception {
        WorkloadId job = yard.submit(JOB);
        var attempt = yard.awaitAttempt(job, 1);
        java.nio.file.Files.writeString(
                yard.runner().directory(attempt).path().resolve("exit/0"), "0\n");
        yard.forward(Duration.ofSeconds(5));
        assertThat(yard.word(job)).isEqualTo("running");
    }

    @Test
    void a_gang_ends_with_its_first_failure_and_only_when_all_of_it_has_ended() {
        WorkloadId gang = yard.submit("run: x\nnodes: 2\nresources: {accelerators: \"H100:4\"}");
        var attempt = yard.awaitAttempt(gang, 1);
        yard.engine().end(attempt, 1, 7);
        yard.clock().forward(Duration.ofSeconds(2));
        yard.runner().reconcileNow();
        assertThat(yard.word(gang)).isEqualTo("running");
        yard.engine().end(attempt, 0, 143);
        yard.await(gang, "failed");
        assertThat(((WorkloadState.Ended) yard.state(gang)).exitCode()).contains(7);
    }

    @Test
    void a_start_that_the_engine_refuses_is_tried_again_later_and_later_as_another_attempt() {
        var refusal =
                new Problem(
                        slipway.run.engine.Engine.LAUNCH_FAILED, "No.", "The disk is full.", "x");
        yard.world().refuse(refusal);
        WorkloadId job = yard.submit(JOB);
        yard.await(job, workload -> workload.history().attempts() == 1 && workload.isQueued());
        assertThat(notBefore(job)).isEqualTo(Duration.ofSeconds(5));
        assertThat(((WorkloadState.Queued) yard.state(job)).because())
                .isEqualTo("No. The disk is full.");
        yard.world().refuse(refusal);
        yard.forward(Duration.ofSeconds(5));
        yard.await(job, workload -> workload.history().attempts() == 2 && workload.isQueued());
        assertThat(notBefore(job)).isEqualTo(Duration.ofSeconds(10));
        yard.forward(Duration.ofSeconds(10));
        yard.awaitAttempt(job, 3);
    }

    @Test
    void what_an_older_attempt_reports_comes_too_late() {
        WorkloadId job = yard.submit(JOB + "retry: {attempts: 2, backoff: 0s}");
        var first = yard.awaitAttempt(job, 1);
        yard.end(job, 1);
        yard.awaitAttempt(job, 2);
        long before = yard.journal().seq();
        yard.engine().listen(_ -> {});
        var late =
                new RunRequest.Finished(
                        first, RunRequest.Finding.exit(0), AttemptUsage.unsampled("H100", 1_000));
        var commit =
                LifecycleRules.decide(
                        yard.runner().runState(),
                        slipway.journal.ModuleRequest.of(late, Yard.ANA),
                        yard.clock().instant());
        assertThat(commit.rows()).isEmpty();
        assertThat(commit.events()).isEmpty();
        assertThat(yard.journal().seq()).isEqualTo(before);
        assertThat(yard.word(job)).isEqualTo("running");
    }

    @Test
    void the_same_key_gives_the_same_workload_even_if_it_would_be_refused_now() {
        var key = Optional.of(IdempotencyKey.of("ana", "k1", JOB));
        WorkloadId first = yard.submit(JOB, key);
        assertThat(yard.submit(JOB, key)).isEqualTo(first);
        yard.only(Yard.NLP);
        assertThat(yard.submit(JOB, key)).isEqualTo(first);
        assertThatThrownBy(() -> yard.submit(JOB, Optional.of(IdempotencyKey.of("ana", "k2", JOB))))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.code()).isEqualTo(RunProblems.NO_TEAM));
        assertThatThrownBy(() -> yard.submit(JOB)).isInstanceOf(Problem.class);
    }

    @Test
    void what_could_never_run_is_refused_with_what_would() {
        assertThatThrownBy(() -> yard.submit("run: x\nresources: {accelerators: \"H100:8\"}"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.next()).contains("The largest node has 4"));
        assertThatThrownBy(() -> yard.submit("run: x\nresources: {accelerators: \"T4:1\"}"))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.next()).contains("H100"));
        assertThatThrownBy(() -> yard.submit("run: x\nenvs: {TOKEN: }"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.next()).isEqualTo("Give it: --env TOKEN=VALUE"));
        assertThatThrownBy(() -> yard.submit("run: x\nneeds: [nobody]"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.what()).contains("which is not there"));
        assertThat(yard.runner().runState().liveCount()).isZero();
    }

    @Test
    void a_drained_node_finishes_what_it_runs_and_gets_nothing_new_until_it_is_restored() {
        WorkloadId first = yard.submit(JOB);
        WorkloadId second = yard.submit(JOB);
        yard.awaitAttempt(first, 1);
        yard.awaitAttempt(second, 1);
        String node = yard.state(first).currentPlacement().orElseThrow().seats().getFirst().node();
        yard.drain(node, Optional.of("a fan is loud"));
        yard.end(first, 0);
        yard.await(first, "succeeded");
        WorkloadId third = yard.submit(JOB);
        yard.forward(Duration.ofSeconds(3));
        assertThat(yard.runner().explain(third)).isPresent();
        assertThat(yard.word(third)).isEqualTo("queued");
        assertThat(yard.word(second)).isEqualTo("running");
        yard.drain(node, Optional.empty());
        yard.awaitAttempt(third, 1);
        assertThat(yard.runner().runState().drains()).isEmpty();
        assertThatThrownBy(() -> yard.drain("n9", Optional.of("x")))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.why()).isEqualTo("The engine knows n1 and n2."));
    }

    @Test
    void a_question_about_a_future_workload_changes_nothing() {
        yard.submit(JOB);
        yard.submit(JOB);
        WorkloadId waits = yard.submit(JOB);
        assertThat(yard.runner().explain(waits)).isPresent();
        assertThat(yard.runner().dryRun(Yard.submission(JOB))).isNotNull();
        assertThat(yard.runner().runState().liveCount()).isEqualTo(3);
    }

    @Test
    void facts_name_who_did_it_and_for_which_team() {
        WorkloadId job = yard.submit(JOB);
        yard.awaitAttempt(job, 1);
        assertThat(yard.facts(job))
                .first()
                .isEqualTo(new Fact.WorkloadSubmitted(job, Yard.VISION, "job", "ana"));
        assertThat(yard.events(slipway.journal.JournalStream.FACTS, job))
                .allSatisfy(event -> assertThat(event.what().team()).contains("vision"))
                .extracting(event -> event.what().actor().name())
                .isEqualTo(List.of("ana", "system/run", "system/run"));
    }
}
