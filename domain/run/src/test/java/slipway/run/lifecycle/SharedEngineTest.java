package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.run.engine.ForeignJob;
import slipway.run.engine.LiveAttempt;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** An engine shared with others: it queues attempts, places them on other nodes, and runs foreign jobs. */
@SuppressWarnings("NullAway.Init") // opened before each test
class SharedEngineTest {

    private static final String FOUR = "resources: {accelerators: 4}\nrun: python train.py";
    private static final String TWO = "resources: {accelerators: 2}\nrun: python train.py";
    private static final Duration LONG = Duration.ofSeconds(31);

    @TempDir private Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private List<NodeAllocation> seats(WorkloadId id) {
        return harness.state(id).currentPlacement().orElseThrow().seats();
    }

    private void awaitTaken(WorkloadId id, int attempt) {
        harness.until(
                () -> harness.launches(id).size() == attempt,
                () -> "the engine was not given attempt " + attempt);
    }

    private static ForeignJob foreignJob(
            String node, long mask, Optional<java.time.Instant> until) {
        return new ForeignJob(
                "4711",
                new Placement(List.of(new NodeAllocation(node, mask, 1_000))),
                new Node.Machine(4_000, Bytes.gigabytes(16)),
                until);
    }

    @Test
    void an_attempt_that_the_engine_queues_is_starting_until_it_runs() {
        harness.world().queue("Priority");
        WorkloadId job = harness.submit(FOUR);
        awaitTaken(job, 1);
        harness.forward(Duration.ofSeconds(20));
        assertThat(harness.word(job)).isEqualTo("starting");
        harness.engine().begin(harness.attempt(job), Optional.empty());
        harness.awaitAttempt(job, 1);
        assertThat(harness.factNames(job)).containsOnlyOnce("WorkloadStarted");
    }

    @Test
    void an_attempt_that_the_engine_queues_too_long_is_requeued_and_avoids_the_node() {
        harness.world().queue("Resources");
        WorkloadId job = harness.submit(FOUR);
        awaitTaken(job, 1);
        String first = seats(job).getFirst().node();
        harness.forward(Duration.ZERO);
        harness.forward(LONG);
        harness.await(job, "queued");
        assertThat(((WorkloadState.Queued) harness.state(job)).because())
                .isEqualTo("The engine did not start it within 30 s: Resources.");
        harness.forward(LONG.dividedBy(2));
        awaitTaken(job, 2);
        assertThat(seats(job).getFirst().node()).isNotEqualTo(first);
    }

    @Test
    void what_waits_is_cancelled_at_once() {
        harness.world().queue("Resources");
        WorkloadId job = harness.submit(FOUR);
        awaitTaken(job, 1);
        harness.cancel(job);
        harness.await(job, "cancelled");
    }

    @Test
    void an_attempt_that_started_elsewhere_holds_its_actual_allocation() {
        harness.world().queue("None");
        WorkloadId job = harness.submit(TWO);
        awaitTaken(job, 1);
        String meant = seats(job).getFirst().node();
        String other = meant.equals("n1") ? "n2" : "n1";
        harness.engine()
                .begin(
                        harness.attempt(job),
                        Optional.of(
                                new Placement(List.of(new NodeAllocation(other, 0b11, 1_000)))));
        harness.awaitAttempt(job, 1);
        assertThat(seats(job)).containsExactly(new NodeAllocation(other, 0b11, 1_000));
        WorkloadId large = harness.submit(FOUR);
        awaitTaken(large, 1);
        assertThat(seats(large).getFirst().node()).isEqualTo(meant);
    }

    @Test
    void the_nodes_may_be_reported_later_than_the_start() {
        harness.world().queue("None");
        WorkloadId job = harness.submit(TWO);
        awaitTaken(job, 1);
        harness.engine().begin(harness.attempt(job), Optional.empty());
        harness.awaitAttempt(job, 1);
        String other = seats(job).getFirst().node().equals("n1") ? "n2" : "n1";
        var there = new Placement(List.of(new NodeAllocation(other, 0b110, 1_000)));
        harness.engine().begin(harness.attempt(job), Optional.of(there));
        harness.await(
                job, workload -> workload.state().currentPlacement().equals(Optional.of(there)));
        assertThat(harness.factNames(job)).containsOnlyOnce("WorkloadStarted");
    }

    @Test
    void two_attempts_on_one_node_get_different_accelerators() {
        harness.world().queue("None");
        WorkloadId first = harness.submit(TWO);
        WorkloadId second = harness.submit(TWO);
        var same = Optional.of(new Placement(List.of(new NodeAllocation("n2", 0b11, 1_000))));
        for (WorkloadId each : List.of(first, second)) {
            awaitTaken(each, 1);
            harness.engine().begin(harness.attempt(each), same);
            harness.awaitAttempt(each, 1);
        }
        assertThat(seats(first).getFirst().mask() & seats(second).getFirst().mask()).isZero();
        assertThat(seats(second).getFirst().count()).isEqualTo(2);
    }

    @Test
    void accelerators_of_foreign_jobs_are_not_allocated_until_these_end() {
        harness.world()
                .foreignJobs(
                        List.of(
                                foreignJob("n1", 0b1, Optional.empty()),
                                foreignJob("n2", 0b1, Optional.empty())));
        WorkloadId large = harness.submit(FOUR);
        WorkloadId small = harness.submit(TWO);
        harness.awaitAttempt(small, 1);
        assertThat(harness.word(large)).isEqualTo("queued");
        harness.world().foreignJobs(List.of());
        harness.awaitAttempt(large, 1);
    }

    @Test
    void a_start_is_forecast_for_the_latest_end_of_the_foreign_jobs() {
        var until = harness.clock().instant().plus(Duration.ofHours(3));
        harness.world()
                .foreignJobs(
                        List.of(
                                foreignJob("n1", 0b1, Optional.of(until)),
                                foreignJob("n2", 0b11, Optional.of(until))));
        WorkloadId large = harness.submit(FOUR);
        harness.forward(Duration.ZERO);
        Decision decision = harness.runner().explain(large).orElseThrow().decision();
        assertThat(decision).isInstanceOf(Decision.Wait.class);
        assertThat(harness.runner().explain(large).orElseThrow().toString())
                .contains(until.toString());
    }

    @Test
    void what_the_engine_preempted_waits_again_even_if_it_ended_well() {
        WorkloadId job = harness.submit(FOUR);
        AttemptId first = harness.awaitAttempt(job, 1);
        harness.engine().vanish(first, Optional.of(LiveAttempt.PREEMPTED));
        harness.awaitAttempt(job, 2);
    }

    @Test
    void an_attempt_that_the_engine_requeued_is_queued_again() {
        WorkloadId job = harness.submit(FOUR);
        harness.engine().vanish(harness.awaitAttempt(job, 1), Optional.of(LiveAttempt.REQUEUED));
        harness.awaitAttempt(job, 2);
    }

    @Test
    void an_attempt_ended_from_outside_is_not_retried() {
        WorkloadId job = harness.submit(FOUR + "\nretry: {attempts: 3}");
        harness.engine()
                .vanish(harness.awaitAttempt(job, 1), Optional.of(LiveAttempt.ENDED_OUTSIDE));
        harness.await(job, "failed");
        assertThat(((WorkloadState.Ended) harness.state(job)).because())
                .contains("It was ended from outside");
    }
}
