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

/** Workloads that depend on each other: needs and arrays. */
class ArrayAndNeedsTest {

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
    void a_workload_waits_for_all_it_needs() {
        WorkloadId data = harness.submit("name: data\nrun: x");
        WorkloadId code = harness.submit("name: code\nrun: x");
        WorkloadId train = harness.submit("name: train\nrun: x\nneeds: [data, " + code + "]");
        harness.awaitAttempt(data, 1);
        harness.awaitAttempt(code, 1);
        harness.end(data, 0);
        harness.await(data, "succeeded");
        assertThat(harness.word(train)).isEqualTo("submitted");
        assertThat(harness.workload(train).needs()).containsExactly(code);
        harness.end(code, 0);
        harness.awaitAttempt(train, 1);
        assertThat(harness.factNames(train))
                .containsExactly(
                        "WorkloadSubmitted", "WorkloadQueued", "WorkloadPlaced", "WorkloadStarted");
    }

    @Test
    void what_needs_a_success_that_has_come_already_does_not_wait() {
        WorkloadId data = harness.submit("name: data\nrun: x");
        harness.awaitAttempt(data, 1);
        harness.end(data, 0);
        harness.await(data, "succeeded");
        harness.awaitAttempt(harness.submit("run: x\nneeds: [data]"), 1);
    }

    @Test
    void a_failure_cancels_all_that_need_it() {
        WorkloadId data = harness.submit("name: data\nrun: x");
        WorkloadId train = harness.submit("name: train\nrun: x\nneeds: [data]");
        WorkloadId report = harness.submit("name: report\nrun: x\nneeds: [train]");
        harness.awaitAttempt(data, 1);
        harness.end(data, 1);
        harness.await(report, "cancelled");
        assertThat(because(train)).isEqualTo("It needs data, which has failed.");
        assertThat(because(report)).isEqualTo("It needs train, which was cancelled.");
        assertThatThrownBy(() -> harness.submit("run: x\nneeds: [train]"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.what())
                                        .isEqualTo("It needs train, which was cancelled."));
    }

    private String because(WorkloadId id) {
        return ((WorkloadState.Ended) harness.state(id)).because();
    }

    @Test
    void no_more_members_of_an_array_are_active_than_it_allows() {
        WorkloadId array = harness.submit("run: x\narray: 10-15%2");
        List<WorkloadId> members = members(array);
        assertThat(members).hasSize(6).startsWith(array);
        harness.awaitAttempt(members.get(0), 1);
        harness.awaitAttempt(members.get(1), 1);
        assertThat(words(members))
                .containsExactly(
                        "running", "running", "submitted", "submitted", "submitted", "submitted");
        assertThat(harness.env(harness.attempt(members.get(1))))
                .contains("SLIPWAY_ARRAY_INDEX='11'")
                .contains("SLIPWAY_ARRAY='" + array + "'");
        harness.end(members.get(1), 1);
        harness.awaitAttempt(members.get(2), 1);
        assertThat(words(members))
                .containsExactly(
                        "running", "failed", "running", "submitted", "submitted", "submitted");
    }

    @Test
    void an_array_is_cancelled_as_one_and_no_member_is_queued_meanwhile() {
        WorkloadId array = harness.submit("run: x\narray: 0-99%3");
        List<WorkloadId> members = members(array);
        harness.awaitAttempt(members.get(0), 1);
        harness.end(members.get(0), 0);
        harness.awaitAttempt(members.get(3), 1);
        harness.cancel(members.get(50));
        harness.until(
                () -> harness.runner().runState().liveCount() == 0,
                () -> harness.runner().runState().liveCount() + " are left");
        assertThat(words(members).stream().filter("cancelled"::equals)).hasSize(99);
        assertThat(harness.factNames(members.get(99)))
                .containsExactly("WorkloadSubmitted", "WorkloadEnded");
        assertThat(harness.runner().runState().members(array)).hasSize(100);
    }

    @Test
    void an_array_with_needs_starts_with_as_many_members_as_it_allows() {
        WorkloadId data = harness.submit("name: data\nrun: x");
        WorkloadId array = harness.submit("run: x\nneeds: [data]\narray: 0-4%2");
        List<WorkloadId> members = members(array);
        harness.awaitAttempt(data, 1);
        assertThat(words(members)).containsOnly("submitted");
        harness.end(data, 0);
        harness.awaitAttempt(members.get(0), 1);
        harness.awaitAttempt(members.get(1), 1);
        assertThat(words(members))
                .containsExactly("running", "running", "submitted", "submitted", "submitted");
    }

    @Test
    void a_member_that_is_retried_still_counts_against_the_limit() {
        WorkloadId array =
                harness.submit("run: x\narray: 0-1%1\nretry: {attempts: 2, backoff: 1h}");
        List<WorkloadId> members = members(array);
        harness.awaitAttempt(members.get(0), 1);
        harness.end(members.get(0), 1);
        harness.await(members.get(0), "queued");
        assertThat(words(members)).containsExactly("queued", "submitted");
    }

    private List<WorkloadId> members(WorkloadId array) {
        return harness.runner().runState().members(array).stream().map(Workload::id).toList();
    }

    private List<String> words(List<WorkloadId> members) {
        return members.stream().map(harness::word).toList();
    }

    @Test
    void a_name_means_the_newest_visible_workload() {
        harness.submit("name: train\nrun: x");
        harness.clock().forward(java.time.Duration.ofSeconds(1));
        WorkloadId second = harness.submit("name: train\nrun: x");
        assertThat(harness.runner().find("train", _ -> true).map(Workload::id)).contains(second);
        assertThat(harness.runner().find("train", _ -> false)).isEmpty();
        assertThat(harness.runner().find(second.value(), _ -> true).map(Workload::id))
                .isEqualTo(Optional.of(second));
    }
}
