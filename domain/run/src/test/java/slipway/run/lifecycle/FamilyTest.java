package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.WorkloadId;

/** Workloads that have to do with each other: needs and arrays. */
class FamilyTest {

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
    void a_workload_waits_for_all_it_needs() {
        WorkloadId data = yard.submit("name: data\nrun: x");
        WorkloadId code = yard.submit("name: code\nrun: x");
        WorkloadId train = yard.submit("name: train\nrun: x\nneeds: [data, " + code + "]");
        yard.awaitAttempt(data, 1);
        yard.awaitAttempt(code, 1);
        yard.end(data, 0);
        yard.await(data, "succeeded");
        assertThat(yard.word(train)).isEqualTo("submitted");
        assertThat(yard.workload(train).needs()).containsExactly(code);
        yard.end(code, 0);
        yard.awaitAttempt(train, 1);
        assertThat(yard.story(train))
                .containsExactly(
                        "WorkloadSubmitted", "WorkloadQueued", "WorkloadPlaced", "WorkloadStarted");
    }

    @Test
    void what_needs_a_success_that_has_come_already_does_not_wait() {
        WorkloadId data = yard.submit("name: data\nrun: x");
        yard.awaitAttempt(data, 1);
        yard.end(data, 0);
        yard.await(data, "succeeded");
        yard.awaitAttempt(yard.submit("run: x\nneeds: [data]"), 1);
    }

    @Test
    void a_failure_takes_everybody_with_it_who_needs_it() {
        WorkloadId data = yard.submit("name: data\nrun: x");
        WorkloadId train = yard.submit("name: train\nrun: x\nneeds: [data]");
        WorkloadId report = yard.submit("name: report\nrun: x\nneeds: [train]");
        yard.awaitAttempt(data, 1);
        yard.end(data, 1);
        yard.await(report, "cancelled");
        assertThat(because(train)).isEqualTo("It needs data, which has failed.");
        assertThat(because(report)).isEqualTo("It needs train, which was cancelled.");
        assertThatThrownBy(() -> yard.submit("run: x\nneeds: [train]"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.what())
                                        .isEqualTo("It needs train, which was cancelled."));
    }

    private String because(WorkloadId id) {
        return ((WorkloadState.Ended) yard.state(id)).because();
    }

    @Test
    void no_more_members_of_an_array_are_under_way_than_it_allows() {
        WorkloadId array = yard.submit("run: x\narray: 10-15%2");
        List<WorkloadId> members = members(array);
        assertThat(members).hasSize(6).startsWith(array);
        yard.awaitAttempt(members.get(0), 1);
        yard.awaitAttempt(members.get(1), 1);
        assertThat(words(members))
                .containsExactly(
                        "running", "running", "submitted", "submitted", "submitted", "submitted");
        assertThat(yard.env(yard.attempt(members.get(1))))
                .contains("SLIPWAY_ARRAY_INDEX='11'")
                .contains("SLIPWAY_ARRAY='" + array + "'");
        yard.end(members.get(1), 1);
        yard.awaitAttempt(members.get(2), 1);
        assertThat(words(members))
                .containsExactly(
                        "running", "failed", "running", "submitted", "submitted", "submitted");
    }

    @Test
    void an_array_is_cancelled_as_one_and_nobody_takes_a_turn_meanwhile() {
        WorkloadId array = yard.submit("run: x\narray: 0-99%3");
        List<WorkloadId> members = members(array);
        yard.awaitAttempt(members.get(0), 1);
        yard.end(members.get(0), 0);
        yard.awaitAttempt(members.get(3), 1);
        yard.cancel(members.get(50));
        yard.until(
                () -> yard.runner().runState().liveCount() == 0,
                () -> yard.runner().runState().liveCount() + " are left");
        assertThat(words(members).stream().filter("cancelled"::equals)).hasSize(99);
        assertThat(yard.story(members.get(99)))
                .containsExactly("WorkloadSubmitted", "WorkloadEnded");
        assertThat(yard.runner().runState().members(array)).hasSize(100);
    }

    @Test
    void an_array_that_needs_something_begins_with_as_many_as_it_allows() {
        WorkloadId data = yard.submit("name: data\nrun: x");
        WorkloadId array = yard.submit("run: x\nneeds: [data]\narray: 0-4%2");
        List<WorkloadId> members = members(array);
        yard.awaitAttempt(data, 1);
        assertThat(words(members)).containsOnly("submitted");
        yard.end(data, 0);
        yard.awaitAttempt(members.get(0), 1);
        yard.awaitAttempt(members.get(1), 1);
        assertThat(words(members))
                .containsExactly("running", "running", "submitted", "submitted", "submitted");
    }

    @Test
    void a_member_that_is_tried_again_keeps_its_turn() {
        WorkloadId array = yard.submit("run: x\narray: 0-1%1\nretry: {attempts: 2, backoff: 1h}");
        List<WorkloadId> members = members(array);
        yard.awaitAttempt(members.get(0), 1);
        yard.end(members.get(0), 1);
        yard.await(members.get(0), "queued");
        assertThat(words(members)).containsExactly("queued", "submitted");
    }

    private List<WorkloadId> members(WorkloadId array) {
        return yard.runner().runState().members(array).stream().map(Workload::id).toList();
    }

    private List<String> words(List<WorkloadId> members) {
        return members.stream().map(yard::word).toList();
    }

    @Test
    void a_name_means_the_newest_of_it_that_may_be_seen() {
        yard.submit("name: train\nrun: x");
        yard.clock().forward(java.time.Duration.ofSeconds(1));
        WorkloadId second = yard.submit("name: train\nrun: x");
        assertThat(yard.runner().find("train", _ -> true).map(Workload::id)).contains(second);
        assertThat(yard.runner().find("train", _ -> false)).isEmpty();
        assertThat(yard.runner().find(second.value(), _ -> true).map(Workload::id))
                .isEqualTo(Optional.of(second));
    }
}
