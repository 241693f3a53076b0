package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.run.engine.UsageSample;

@SuppressWarnings("NullAway.Init") // opened before each test
class HungTest {

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

    /** It reported progress, then does nothing for longer than the limit. */
    private AttemptId stuck(WorkloadId id) throws IOException {
        AttemptId attempt = harness.awaitAttempt(id, 1);
        Path file = harness.runner().directory(attempt).path().resolve("progress");
        Files.writeString(file, "step 7/100\n");
        Files.setLastModifiedTime(file, FileTime.from(harness.clock().instant()));
        harness.forward(Duration.ofSeconds(5));
        harness.engine().sampled(sample(attempt, List.of()));
        minutes(11);
        return attempt;
    }

    /** Advances minute by minute, because a server observes more often than that. */
    private void minutes(int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            harness.forward(Duration.ofMinutes(1));
        }
    }

    private UsageSample sample(AttemptId attempt, List<Integer> xids) {
        return sample(attempt, 0, xids);
    }

    private UsageSample sample(AttemptId attempt, int utilisation, List<Integer> xids) {
        var gpu =
                new UsageSample.Gpu(
                        "GPU-0", Optional.of(utilisation), Bytes.ZERO, 70, 40, List.of(), xids);
        return sample(attempt, gpu);
    }

    private UsageSample sample(AttemptId attempt, UsageSample.Gpu... gpus) {
        return new UsageSample(
                attempt,
                harness.clock().instant(),
                Duration.ofSeconds(1),
                UsageSample.HeldMemory.NONE,
                Bytes.ZERO,
                Optional.empty(),
                1,
                List.of(gpus));
    }

    @Test
    void a_hung_job_is_reported_once_and_not_stopped() throws IOException {
        WorkloadId id = harness.submit("resources: {accelerators: 1}\nrun: python train.py");
        stuck(id);
        harness.until(
                () -> harness.factNames(id).contains("WorkloadHung"),
                () -> "" + harness.factNames(id));
        minutes(5);
        assertThat(harness.factNames(id)).containsOnlyOnce("WorkloadHung");
        assertThat(harness.word(id)).isEqualTo("running");
        assertThat(harness.runner().status(harness.workload(id)).hung())
                .contains(
                        "No progress since step 7, 16 min 05 s ago, and its accelerators are idle.");
    }

    /** Printed progress carries no time, so the next server cannot know how long it has been silent. */
    @Test
    void a_hung_job_is_reported_once_across_restarts_of_the_server() throws IOException {
        WorkloadId id = harness.submit("resources: {accelerators: 1}\nrun: python train.py");
        AttemptId attempt = harness.awaitAttempt(id, 1);
        print(attempt, "step 7/100");
        rests(attempt, 11);
        harness.until(
                () -> harness.factNames(id).contains("WorkloadHung"),
                () -> "" + harness.factNames(id));
        harness.restart();
        rests(attempt, 20);
        assertThat(harness.runner().status(harness.workload(id)).hung()).isPresent();
        assertThat(harness.factNames(id)).containsOnlyOnce("WorkloadHung");
        print(attempt, "step 8/100");
        rests(attempt, 220); // ten times what that step took
        assertThat(harness.factNames(id).stream().filter("WorkloadHung"::equals)).hasSize(2);
    }

    private void print(AttemptId attempt, String line) throws IOException {
        Files.writeString(harness.runner().directory(attempt).path().resolve("log/0"), line + "\n");
    }

    private void rests(AttemptId attempt, int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            harness.engine().sampled(sample(attempt, List.of()));
            harness.forward(Duration.ofMinutes(1));
        }
        harness.engine().sampled(sample(attempt, List.of()));
        harness.runner().reconcileNow();
    }

    @Test
    void the_owner_of_accelerators_that_are_held_idle_is_warned_once_until_they_are_used() {
        WorkloadId id = harness.submit("resources: {accelerators: 1}\nrun: python train.py");
        AttemptId attempt = harness.awaitAttempt(id, 1);
        rests(attempt, 29);
        assertThat(harness.factNames(id)).doesNotContain("WorkloadIdle");
        rests(attempt, 2);
        harness.restart();
        rests(attempt, 40);
        assertThat(harness.factNames(id)).containsOnlyOnce("WorkloadIdle");
        assertThat(harness.facts(id).getLast())
                .isEqualTo(
                        new Fact.WorkloadIdle(
                                id, 1, "It holds its accelerator and has not used it for 30 min."));
        assertThat(
                        harness.runner()
                                .status(harness.workload(id))
                                .idle()
                                .map(AttemptStatus.Idle::because))
                .contains("It holds its accelerator and has not used it for 1 h 11 min.");
        harness.clock().forward(Duration.ofSeconds(5));
        harness.engine().sampled(sample(attempt, 60, List.of()));
        harness.runner().reconcileNow();
        harness.await(
                id, now -> now.history().latest().orElseThrow().warnings().idleSince().isEmpty());
        harness.forward(Duration.ofMinutes(1));
        rests(attempt, 31);
        assertThat(harness.factNames(id).stream().filter("WorkloadIdle"::equals)).hasSize(2);
    }

    /** A job without accelerators, so that only its silence can show a hang. */
    private AttemptId works(WorkloadId id, int minutes) throws IOException {
        AttemptId attempt = harness.awaitAttempt(id, 1);
        for (int minute = 0; minute < minutes; minute++) {
            harness.engine().sampled(sample(attempt));
            harness.forward(Duration.ofMinutes(1));
            printStep(attempt, minute);
        }
        return attempt;
    }

    private void printStep(AttemptId attempt, int step) throws IOException {
        Path file = harness.runner().directory(attempt).path().resolve("progress");
        Files.writeString(file, "step %d/100\n".formatted(step));
        Files.setLastModifiedTime(file, FileTime.from(harness.clock().instant()));
    }

    @Test
    void a_working_job_is_not_hung_because_the_clock_is_set_forward() throws IOException {
        worksWhileTheClockIsSet(Duration.ofHours(1));
    }

    @Test
    void setting_the_clock_back_does_not_hide_a_hang() throws IOException {
        worksWhileTheClockIsSet(Duration.ofHours(-1));
    }

    private void worksWhileTheClockIsSet(Duration by) throws IOException {
        WorkloadId id = harness.submit("retry: {hung: stop}\nrun: python train.py");
        AttemptId attempt = works(id, 5);
        harness.clock().set(harness.clock().instant().plus(by));
        assertThat(harness.runner().status(harness.workload(id)).hung()).isEmpty();
        harness.runner().reconcileNow();
        minutes(3);
        printStep(attempt, 6);
        minutes(9);
        harness.engine().sampled(sample(attempt));
        harness.runner().reconcileNow();
        assertThat(harness.factNames(id)).doesNotContain("WorkloadHung", "WorkloadStopping");
        minutes(12);
        assertThat(harness.factNames(id)).contains("WorkloadHung");
    }

    @Test
    void accelerators_are_not_held_idle_because_the_clock_is_set() {
        WorkloadId id = harness.submit("resources: {accelerators: 1}\nrun: python train.py");
        AttemptId attempt = harness.awaitAttempt(id, 1);
        rests(attempt, 5);
        harness.clock().forward(Duration.ofHours(1));
        rests(attempt, 20);
        assertThat(harness.factNames(id)).doesNotContain("WorkloadIdle");
        rests(attempt, 10);
        assertThat(harness.factNames(id)).contains("WorkloadIdle");
    }

    @Test
    void a_hung_job_is_stopped_and_retried_if_its_spec_says_so() throws IOException {
        WorkloadId id =
                harness.submit(
                        """
                        resources: {accelerators: 1}
                        retry: {attempts: 2, hung: stop, backoff: 1s}
                        run: python train.py
                        """);
        stuck(id);
        harness.until(() -> !harness.word(id).equals("stopping"), () -> harness.word(id));
        harness.await(id, workload -> workload.history().failures() == 1);
        harness.forward(Duration.ofSeconds(2));
        harness.awaitAttempt(id, 2);
        assertThat(harness.factNames(id)).contains("WorkloadHung", "WorkloadStopping");
    }

    @Test
    void a_node_whose_accelerator_broke_is_blamed_and_not_the_job() {
        WorkloadId id =
                harness.submit(
                        "resources: {accelerators: 1}\nretry: {attempts: 2, backoff: 1s}\nrun: python train.py");
        AttemptId attempt = harness.awaitAttempt(id, 1);
        harness.engine().sampled(sample(attempt, List.of(31, 79)));
        harness.end(id, 1);
        harness.await(id, "queued");
        assertThat(((WorkloadState.Queued) harness.state(id)).because())
                .isEqualTo(
                        "It ended with exit code 1. The driver reported Xid 79 of accelerator GPU-0.");
    }
}
