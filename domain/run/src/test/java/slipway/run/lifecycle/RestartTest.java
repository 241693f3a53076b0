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
import slipway.run.engine.Behaviour;
import slipway.run.engine.Launch;

/** The server stops or dies in every state: nothing is lost, and nothing is launched twice. */
class RestartTest {

    @TempDir Path attempts;
    private Yard yard;

    @BeforeEach
    void open() {
        yard = Yard.inMemory(attempts);
    }

    @AfterEach
    void close() {
        yard.world().letThrough();
        List<AttemptId> launched = yard.world().launches().stream().map(Launch::id).toList();
        assertThat(launched).doesNotHaveDuplicates();
        yard.close();
    }

    @Test
    void everything_is_as_it_was() {
        WorkloadId first = yard.submit("name: first\nrun: x");
        yard.submit("run: x\nneeds: [first]");
        yard.submit("run: x\narray: 0-5%2");
        yard.drain("n2", Optional.of("a fan is loud"));
        WorkloadId over = yard.submit("run: x");
        yard.awaitAttempt(over, 1);
        yard.end(over, 0);
        yard.await(over, "succeeded");
        yard.awaitAttempt(first, 1);
        yard.until(
                () -> words().filter("running"::equals).count() == 3,
                () -> "not all run: " + words().toList());
        RunState before = yard.runner().runState();
        yard.restart();
        assertThat(yard.runner().runState()).isEqualTo(before);
    }

    private java.util.stream.Stream<String> words() {
        return yard.runner().runState().live().map(workload -> workload.state().label());
    }

    @Test
    void what_is_queued_goes_on_waiting_and_starts_in_its_turn() {
        WorkloadId first = yard.submit("run: x\nnodes: 2\nresources: {accelerators: 4}");
        WorkloadId second = yard.submit("run: x\nnodes: 2\nresources: {accelerators: 4}");
        yard.awaitAttempt(first, 1);
        yard.restart();
        assertThat(yard.word(second)).isEqualTo("queued");
        yard.end(first, 0);
        yard.awaitAttempt(second, 1);
    }

    @Test
    void what_pauses_after_a_failure_goes_on_pausing() {
        WorkloadId job = yard.submit("run: x\nretry: {attempts: 2, backoff: 1m}");
        yard.awaitAttempt(job, 1);
        yard.end(job, 1);
        yard.await(job, "queued");
        yard.restart();
        yard.forward(Duration.ofSeconds(59));
        assertThat(yard.word(job)).isEqualTo("queued");
        yard.forward(Duration.ofSeconds(1));
        yard.awaitAttempt(job, 2);
    }

    @Test
    void what_was_not_launched_yet_is_launched_by_the_next_server() {
        yard.world().hold();
        WorkloadId job = yard.submit("run: x");
        yard.awaitHeld(job);
        yard.die(yard.world()::sendAway);
        yard.awaitAttempt(job, 1);
        assertThat(yard.launches(job)).hasSize(1);
    }

    @Test
    void what_was_launched_and_not_written_down_is_found_and_not_launched_again() throws Exception {
        yard.world().hold();
        WorkloadId job = yard.submit("run: x");
        yard.awaitHeld(job);
        Path done = yard.runner().directory(yard.attempt(job)).path().resolve("work/done");
        Files.writeString(done, "half of it");
        yard.die(yard.world()::letThrough);
        yard.awaitAttempt(job, 1);
        assertThat(yard.launches(job)).hasSize(1);
        assertThat(done).as("its directory is still its own").exists();
    }

    @Test
    void what_was_launched_and_ended_before_anybody_knew_has_succeeded() {
        yard.world().behave((_, _, _) -> Optional.of(0));
        yard.world().hold();
        WorkloadId job = yard.submit("run: x");
        yard.awaitHeld(job);
        yard.die(yard.world()::letThrough);
        yard.await(job, "succeeded");
        assertThat(yard.launches(job)).hasSize(1);
    }

    @Test
    void what_runs_runs_on() {
        WorkloadId job = yard.submit("run: x");
        yard.awaitAttempt(job, 1);
        yard.restart();
        assertThat(yard.word(job)).isEqualTo("running");
        yard.end(job, 0);
        yard.await(job, "succeeded");
    }

    @Test
    void what_ended_while_nobody_looked_is_over_before_anything_else_is_decided() {
        WorkloadId low =
                yard.submit("run: x\nnodes: 2\nresources: {accelerators: 4}\npriority: low");
        AttemptId attempt = yard.awaitAttempt(low, 1);
        yard.restart(() -> yard.engine().end(attempt, 0));
        assertThat(yard.word(low)).isEqualTo("succeeded");
        yard.awaitAttempt(yard.submit("run: x\nresources: {accelerators: 4}"), 1);
    }

    @Test
    void a_node_that_was_lost_while_nobody_looked_gives_back_what_it_had() {
        WorkloadId job = yard.submit("run: x");
        yard.awaitAttempt(job, 1);
        String node = yard.state(job).currentPlacement().orElseThrow().seats().getFirst().node();
        yard.restart(() -> yard.engine().loseNode(node));
        yard.awaitAttempt(job, 2);
    }

    @Test
    void what_is_stopping_goes_on_stopping_and_is_ended_by_force_in_the_end() {
        yard.world().behave((_, _, _) -> Optional.empty());
        WorkloadId job = yard.submit("run: x");
        yard.awaitAttempt(job, 1);
        yard.cancel(job);
        yard.restart();
        assertThat(yard.word(job)).isEqualTo("stopping");
        yard.until(
                () -> {
                    yard.clock().forward(Duration.ofSeconds(10));
                    return yard.word(job).equals("cancelled");
                },
                () -> "it is still " + yard.state(job));
    }

    private boolean isNoticed(WorkloadId job) {
        return yard.runner().directory(yard.workload(job).attempt()).noticeAt().isPresent();
    }

    @Test
    void what_is_preempted_goes_on_saving() {
        yard.world().behave(Behaviour.PLAIN);
        WorkloadId low =
                yard.submit(
                        """
                        run: x
                        nodes: 2
                        resources: {accelerators: 4}
                        priority: low
                        checkpoint: 30m
                        """);
        yard.awaitAttempt(low, 1);
        WorkloadId urgent = yard.submit("run: x\nresources: {accelerators: 4}\npriority: high");
        yard.await(low, "preempting");
        yard.until(() -> isNoticed(low), () -> "it was given no notice");
        yard.restart();
        assertThat(yard.word(low)).isEqualTo("preempting");
        yard.clock().forward(Duration.ofSeconds(3));
        yard.save(low, "step-3");
        yard.forward(Duration.ofSeconds(2));
        yard.awaitAttempt(urgent, 1);
        assertThat(yard.word(low)).isEqualTo("queued");
    }

    @Test
    void what_was_told_to_stop_before_it_was_launched_is_over_as_soon_as_the_next_server_looks() {
        yard.world().hold();
        WorkloadId job = yard.submit("run: x");
        yard.awaitHeld(job);
        yard.cancel(job);
        yard.die(yard.world()::sendAway);
        yard.await(job, "cancelled");
        assertThat(yard.launches(job)).isEmpty();
    }

    @Test
    void what_no_workload_knows_of_is_ended_and_forgotten() {
        WorkloadId job = yard.submit("run: x\nretry: {attempts: 2, backoff: 0s}");
        AttemptId first = yard.awaitAttempt(job, 1);
        Launch launch = yard.launches(job).getFirst();
        var stray =
                new Launch(
                        new AttemptId(job, 7),
                        launch.directory().resolveSibling("7"),
                        launch.placement(),
                        launch.limits());
        yard.engine().launch(stray);
        yard.forward(Duration.ofSeconds(5));
        yard.forward(Duration.ofSeconds(5));
        assertThat(yard.engine().live())
                .extracting(liveAttempt -> liveAttempt.id())
                .containsExactly(first);
        assertThat(yard.word(job)).isEqualTo("running");
    }

    @Test
    void a_server_that_dies_again_and_again_starts_each_job_once() {
        for (int each = 0; each < 20; each++) {
            yard.submit("run: x\nresources: {cpus: 1}");
            if (each % 4 == 3) {
                yard.die(() -> {});
            }
        }
        yard.until(
                () -> words().allMatch("running"::equals),
                () -> "not all run: " + words().toList());
        yard.runner().runState().live().toList().forEach(each -> yard.end(each.id(), 0));
        yard.until(
                () -> yard.runner().runState().liveCount() == 0,
                () -> yard.runner().runState().liveCount() + " are left");
        assertThat(yard.runner().runState().recentlyEnded()).hasSize(20);
        assertThat(yard.world().launches()).hasSize(20);
    }
}
