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
    private Yard yard;

    @BeforeEach
    void open() {
        yard = Yard.inMemory(attempts);
    }

    @AfterEach
    void close() {
        yard.close();
    }

    /** It said how far it is, and then does nothing for longer than anybody would. */
    private AttemptId stuck(WorkloadId id) throws IOException {
        AttemptId attempt = yard.awaitAttempt(id, 1);
        Path file = yard.runner().directory(attempt).path().resolve("progress");
        Files.writeString(file, "step 7/100\n");
        Files.setLastModifiedTime(file, FileTime.from(yard.clock().instant()));
        yard.forward(Duration.ofSeconds(5));
        yard.engine().sampled(sample(attempt, List.of()));
        minutes(11);
        return attempt;
    }

    /** Minute by minute, as a server looks more often than that. */
    private void minutes(int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            yard.forward(Duration.ofMinutes(1));
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
                yard.clock().instant(),
                Duration.ofSeconds(1),
                Bytes.ZERO,
                Bytes.ZERO,
                Bytes.ZERO,
                Optional.empty(),
                1,
                List.of(gpus));
    }

    @Test
    void one_that_hangs_is_told_of_once_and_goes_on() throws IOException {
        WorkloadId id = yard.submit("resources: {accelerators: 1}\nrun: python train.py");
        stuck(id);
        yard.until(() -> yard.story(id).contains("WorkloadHung"), () -> "" + yard.story(id));
        minutes(5);
        assertThat(yard.story(id)).containsOnlyOnce("WorkloadHung");
        assertThat(yard.word(id)).isEqualTo("running");
        assertThat(yard.runner().status(yard.workload(id)).hung())
                .contains(
                        "It has said nothing new since step 7, 16 min 05 s ago, and its accelerators do nothing.");
    }

    /** What it printed has no time of its own, so the next server cannot know for how long it has been silent. */
    @Test
    void one_that_hangs_is_told_of_once_although_the_server_is_restarted() throws IOException {
        WorkloadId id = yard.submit("resources: {accelerators: 1}\nrun: python train.py");
        AttemptId attempt = yard.awaitAttempt(id, 1);
        print(attempt, "step 7/100");
        rests(attempt, 11);
        yard.until(() -> yard.story(id).contains("WorkloadHung"), () -> "" + yard.story(id));
        yard.restart();
        rests(attempt, 20);
        assertThat(yard.runner().status(yard.workload(id)).hung()).isPresent();
        assertThat(yard.story(id)).containsOnlyOnce("WorkloadHung");
        print(attempt, "step 8/100");
        rests(attempt, 220); // ten times what that step took
        assertThat(yard.story(id).stream().filter("WorkloadHung"::equals)).hasSize(2);
    }

    private void print(AttemptId attempt, String line) throws IOException {
        Files.writeString(yard.runner().directory(attempt).path().resolve("log/0"), line + "\n");
    }

    private void rests(AttemptId attempt, int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            yard.engine().sampled(sample(attempt, List.of()));
            yard.forward(Duration.ofMinutes(1));
        }
        yard.engine().sampled(sample(attempt, List.of()));
        yard.runner().reconcileNow();
    }

    @Test
    void the_owner_of_accelerators_that_are_held_idle_is_warned_once_until_they_are_used() {
        WorkloadId id = yard.submit("resources: {accelerators: 1}\nrun: python train.py");
        AttemptId attempt = yard.awaitAttempt(id, 1);
        rests(attempt, 29);
        assertThat(yard.story(id)).doesNotContain("WorkloadIdle");
        rests(attempt, 2);
        yard.restart();
        rests(attempt, 40);
        assertThat(yard.story(id)).containsOnlyOnce("WorkloadIdle");
        assertThat(yard.facts(id).getLast())
                .isEqualTo(
                        new Fact.WorkloadIdle(
                                id, 1, "It holds its accelerator and has not used it for 30 min."));
        assertThat(yard.runner().status(yard.workload(id)).idle().map(AttemptStatus.Idle::because))
                .contains("It holds its accelerator and has not used it for 1 h 11 min.");
        yard.clock().forward(Duration.ofSeconds(5));
        yard.engine().sampled(sample(attempt, 60, List.of()));
        yard.runner().reconcileNow();
        yard.await(
                id, now -> now.history().latest().orElseThrow().warnings().idleSince().isEmpty());
        yard.forward(Duration.ofMinutes(1));
        rests(attempt, 31);
        assertThat(yard.story(id).stream().filter("WorkloadIdle"::equals)).hasSize(2);
    }

    /** It works without accelerators, so that only its silence tells whether it hangs. */
    private AttemptId works(WorkloadId id, int minutes) throws IOException {
        AttemptId attempt = yard.awaitAttempt(id, 1);
        for (int minute = 0; minute < minutes; minute++) {
            yard.engine().sampled(sample(attempt));
            yard.forward(Duration.ofMinutes(1));
            said(attempt, minute);
        }
        return attempt;
    }

    private void said(AttemptId attempt, int step) throws IOException {
        Path file = yard.runner().directory(attempt).path().resolve("progress");
        Files.writeString(file, "step %d/100\n".formatted(step));
        Files.setLastModifiedTime(file, FileTime.from(yard.clock().instant()));
    }

    @Test
    void one_that_works_does_not_hang_because_the_clock_is_set_forward() throws IOException {
        worksWhileTheClockIsSet(Duration.ofHours(1));
    }

    @Test
    void nor_does_setting_the_clock_back_hide_that_it_hangs() throws IOException {
        worksWhileTheClockIsSet(Duration.ofHours(-1));
    }

    private void worksWhileTheClockIsSet(Duration by) throws IOException {
        WorkloadId id = yard.submit("retry: {hung: stop}\nrun: python train.py");
        AttemptId attempt = works(id, 5);
        yard.clock().set(yard.clock().instant().plus(by));
        assertThat(yard.runner().status(yard.workload(id)).hung()).isEmpty();
        yard.runner().reconcileNow();
        minutes(3);
        said(attempt, 6);
        minutes(9);
        yard.engine().sampled(sample(attempt));
        yard.runner().reconcileNow();
        assertThat(yard.story(id)).doesNotContain("WorkloadHung", "WorkloadStopping");
        minutes(12);
        assertThat(yard.story(id)).contains("WorkloadHung");
    }

    @Test
    void nor_are_accelerators_held_idle_because_the_clock_is_set() {
        WorkloadId id = yard.submit("resources: {accelerators: 1}\nrun: python train.py");
        AttemptId attempt = yard.awaitAttempt(id, 1);
        rests(attempt, 5);
        yard.clock().forward(Duration.ofHours(1));
        rests(attempt, 20);
        assertThat(yard.story(id)).doesNotContain("WorkloadIdle");
        rests(attempt, 10);
        assertThat(yard.story(id)).contains("WorkloadIdle");
    }

    @Test
    void one_whose_spec_says_so_is_stopped_and_tried_again() throws IOException {
        WorkloadId id =
                yard.submit(
                        """
                        resources: {accelerators: 1}
                        retry: {attempts: 2, hung: stop, backoff: 1s}
                        run: python train.py
                        """);
        stuck(id);
        yard.until(() -> !yard.word(id).equals("stopping"), () -> yard.word(id));
        yard.await(id, workload -> workload.history().failures() == 1);
        yard.forward(Duration.ofSeconds(2));
        yard.awaitAttempt(id, 2);
        assertThat(yard.story(id)).contains("WorkloadHung", "WorkloadStopping");
    }

    @Test
    void a_node_whose_accelerator_broke_is_blamed_and_not_the_job() {
        WorkloadId id =
                yard.submit(
                        "resources: {accelerators: 1}\nretry: {attempts: 2, backoff: 1s}\nrun: python train.py");
        AttemptId attempt = yard.awaitAttempt(id, 1);
        yard.engine().sampled(sample(attempt, List.of(31, 79)));
        yard.end(id, 1);
        yard.await(id, "queued");
        assertThat(((WorkloadState.Queued) yard.state(id)).because())
                .isEqualTo(
                        "It ended with exit code 1. The driver reported Xid 79 of accelerator GPU-0.");
    }
}
