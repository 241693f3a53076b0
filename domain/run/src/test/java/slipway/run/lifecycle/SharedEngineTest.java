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

/** An engine that others use too: it lets attempts wait, puts them elsewhere, and has strangers on its nodes. */
@SuppressWarnings("NullAway.Init") // opened before each test
class SharedEngineTest {

    private static final String FOUR = "resources: {accelerators: 4}\nrun: python train.py";
    private static final String TWO = "resources: {accelerators: 2}\nrun: python train.py";
    private static final Duration LONG = Duration.ofSeconds(31);

    @TempDir private Path attempts;
    private Yard yard;

    @BeforeEach
    void open() {
        yard = Yard.inMemory(attempts);
    }

    @AfterEach
    void close() {
        yard.close();
    }

    private List<NodeAllocation> seats(WorkloadId id) {
        return yard.state(id).currentPlacement().orElseThrow().seats();
    }

    private void awaitTaken(WorkloadId id, int attempt) {
        yard.until(
                () -> yard.launches(id).size() == attempt,
                () -> "the engine was not given attempt " + attempt);
    }

    private static ForeignJob stranger(String node, long mask, Optional<java.time.Instant> until) {
        return new ForeignJob(
                "4711",
                new Placement(List.of(new NodeAllocation(node, mask, 1_000))),
                new Node.Machine(4_000, Bytes.gigabytes(16)),
                until);
    }

    @Test
    void what_the_engine_lets_wait_is_starting_until_it_begins() {
        yard.world().queue("Priority");
        WorkloadId job = yard.submit(FOUR);
        awaitTaken(job, 1);
        yard.forward(Duration.ofSeconds(20));
        assertThat(yard.word(job)).isEqualTo("starting");
        yard.engine().begin(yard.attempt(job), Optional.empty());
        yard.awaitAttempt(job, 1);
        assertThat(yard.story(job)).containsOnlyOnce("WorkloadStarted");
    }

    @Test
    void what_waits_too_long_goes_back_to_the_queue_with_the_engines_reason_and_avoids_the_node() {
        yard.world().queue("Resources");
        WorkloadId job = yard.submit(FOUR);
        awaitTaken(job, 1);
        String first = seats(job).getFirst().node();
        yard.forward(Duration.ZERO);
        yard.forward(LONG);
        yard.await(job, "queued");
        assertThat(((WorkloadState.Queued) yard.state(job)).because())
                .isEqualTo("The engine did not start it within 30 s: Resources.");
        yard.forward(LONG.dividedBy(2));
        awaitTaken(job, 2);
        assertThat(seats(job).getFirst().node()).isNotEqualTo(first);
    }

    @Test
    void what_waits_is_cancelled_at_once() {
        yard.world().queue("Resources");
        WorkloadId job = yard.submit(FOUR);
        awaitTaken(job, 1);
        yard.cancel(job);
        yard.await(job, "cancelled");
    }

    @Test
    void what_began_elsewhere_is_pictured_there_and_nobody_is_put_in_its_seat() {
        yard.world().queue("None");
        WorkloadId job = yard.submit(TWO);
        awaitTaken(job, 1);
        String meant = seats(job).getFirst().node();
        String other = meant.equals("n1") ? "n2" : "n1";
        yard.engine()
                .begin(
                        yard.attempt(job),
                        Optional.of(
                                new Placement(List.of(new NodeAllocation(other, 0b11, 1_000)))));
        yard.awaitAttempt(job, 1);
        assertThat(seats(job)).containsExactly(new NodeAllocation(other, 0b11, 1_000));
        WorkloadId large = yard.submit(FOUR);
        awaitTaken(large, 1);
        assertThat(seats(large).getFirst().node()).isEqualTo(meant);
    }

    @Test
    void where_it_runs_may_be_told_later_than_that_it_runs() {
        yard.world().queue("None");
        WorkloadId job = yard.submit(TWO);
        awaitTaken(job, 1);
        yard.engine().begin(yard.attempt(job), Optional.empty());
        yard.awaitAttempt(job, 1);
        String other = seats(job).getFirst().node().equals("n1") ? "n2" : "n1";
        var there = new Placement(List.of(new NodeAllocation(other, 0b110, 1_000)));
        yard.engine().begin(yard.attempt(job), Optional.of(there));
        yard.await(job, workload -> workload.state().currentPlacement().equals(Optional.of(there)));
        assertThat(yard.story(job)).containsOnlyOnce("WorkloadStarted");
    }

    @Test
    void two_that_the_engine_put_on_one_node_have_accelerators_of_their_own() {
        yard.world().queue("None");
        WorkloadId first = yard.submit(TWO);
        WorkloadId second = yard.submit(TWO);
        var same = Optional.of(new Placement(List.of(new NodeAllocation("n2", 0b11, 1_000))));
        for (WorkloadId each : List.of(first, second)) {
            awaitTaken(each, 1);
            yard.engine().begin(yard.attempt(each), same);
            yard.awaitAttempt(each, 1);
        }
        assertThat(seats(first).getFirst().mask() & seats(second).getFirst().mask()).isZero();
        assertThat(seats(second).getFirst().count()).isEqualTo(2);
    }

    @Test
    void what_strangers_hold_is_not_given_away_until_they_are_gone() {
        yard.world()
                .strangers(
                        List.of(
                                stranger("n1", 0b1, Optional.empty()),
                                stranger("n2", 0b1, Optional.empty())));
        WorkloadId large = yard.submit(FOUR);
        WorkloadId small = yard.submit(TWO);
        yard.awaitAttempt(small, 1);
        assertThat(yard.word(large)).isEqualTo("queued");
        yard.world().strangers(List.of());
        yard.awaitAttempt(large, 1);
    }

    @Test
    void a_start_is_expected_when_the_strangers_must_have_gone() {
        var until = yard.clock().instant().plus(Duration.ofHours(3));
        yard.world()
                .strangers(
                        List.of(
                                stranger("n1", 0b1, Optional.of(until)),
                                stranger("n2", 0b11, Optional.of(until))));
        WorkloadId large = yard.submit(FOUR);
        yard.forward(Duration.ZERO);
        Decision decision = yard.runner().explain(large).orElseThrow().decision();
        assertThat(decision).isInstanceOf(Decision.Wait.class);
        assertThat(yard.runner().explain(large).orElseThrow().toString())
                .contains(until.toString());
    }

    @Test
    void what_the_engine_preempted_waits_again_even_if_it_ended_well() {
        WorkloadId job = yard.submit(FOUR);
        AttemptId first = yard.awaitAttempt(job, 1);
        yard.engine().vanish(first, Optional.of(LiveAttempt.PREEMPTED));
        yard.awaitAttempt(job, 2);
    }

    @Test
    void what_somebody_had_the_engine_start_anew_waits_again() {
        WorkloadId job = yard.submit(FOUR);
        yard.engine().vanish(yard.awaitAttempt(job, 1), Optional.of(LiveAttempt.REQUEUED));
        yard.awaitAttempt(job, 2);
    }

    @Test
    void what_somebody_ended_from_outside_is_not_tried_again() {
        WorkloadId job = yard.submit(FOUR + "\nretry: {attempts: 3}");
        yard.engine().vanish(yard.awaitAttempt(job, 1), Optional.of(LiveAttempt.ENDED_OUTSIDE));
        yard.await(job, "failed");
        assertThat(((WorkloadState.Ended) yard.state(job)).because())
                .contains("It was ended from outside");
    }
}
