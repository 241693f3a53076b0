package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.InTarget;

/** Where real jobs save, and which checkpoint the next attempt resumes from after a kill. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class CheckpointResumeTest {

    /** The second attempt prints the checkpoint that it got. */
    private static final String RESUMING =
            """
            retry: {attempts: 2, backoff: 0s}
            checkpoint: {every: 30m%s}
            run: |
              if [ "$SLIPWAY_FENCE" = 2 ]; then
                from=${SLIPWAY_RESUME_FROM:-/dev/null}
                if [ -d "$from" ]; then from=$from/model; fi
                echo "resumed with $(cat "$from")"
                exit 0
              fi
              save() { echo "$2" > "$1.tmp"; sleep 0.02; mv "$1.tmp" "$1"; }
            """;

    @TempDir(factory = InTarget.class)
    Path attempts;

    @TempDir(factory = InTarget.class)
    Path work;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() {
        harness = new ProcessRunHarness(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private WorkloadId submit(String directory, String... lines) {
        return harness.submit(
                RESUMING.formatted(directory) + "  " + String.join("\n  ", lines) + "\n");
    }

    private String second(WorkloadId job) {
        harness.await(job, "succeeded");
        assertThat(harness.workload(job).history().attempts()).isEqualTo(2);
        return harness.log(harness.workload(job).attempt());
    }

    // Where.

    @Test
    void a_relative_checkpoint_directory_is_found_in_the_working_directory() {
        WorkloadId job =
                submit(
                        ", directory: saved/model",
                        "mkdir -p saved/model",
                        "save saved/model/a one",
                        "exit 1");
        assertThat(second(job)).contains("resumed with one");
    }

    @Test
    void a_directory_that_attempts_share_has_what_the_last_one_left_and_nothing_older()
            throws IOException {
        Path saves = Files.createDirectory(work.resolve("saves"));
        Files.writeString(saves.resolve("stranger"), "not mine");
        WorkloadId none = submit(", directory: " + saves, "exit 1");
        harness.await(none, "succeeded");
        assertThat(harness.log(harness.workload(none).attempt())).doesNotContain("not mine");
        WorkloadId job = submit(", directory: " + saves, "save '" + saves + "/a' one", "exit 1");
        assertThat(second(job)).contains("resumed with one");
    }

    @Test
    void a_missing_directory_is_created_and_writable() {
        Path saves = work.resolve("new/saves");
        WorkloadId job = submit(", directory: " + saves, "save '" + saves + "/a' one", "exit 1");
        assertThat(second(job)).contains("resumed with one");
    }

    @Test
    void a_directory_is_looked_for_from_the_folder_that_the_spec_names() {
        WorkloadId job =
                harness.submit(
                        "workdir: %s\n".formatted(work)
                                + RESUMING.formatted(", directory: saved")
                                + "  save saved/a one\n  exit 1\n");
        assertThat(second(job)).contains("resumed with one");
        assertThat(work.resolve("saved/a")).exists();
    }

    @Test
    void a_link_into_another_attempts_directory_is_refused() throws IOException {
        Path secret = Files.createDirectories(attempts.resolve("w-other/1/checkpoints"));
        Files.writeString(secret.resolve("weights"), "not mine");
        WorkloadId job =
                submit(", directory: saved", "ln -s '%s' saved".formatted(secret), "exit 1");
        harness.await(job, "succeeded");
        AttemptId attempt = harness.workload(job).attempt();
        assertThat(harness.runner().directory(attempt).resumeFrom()).isEmpty();
        assertThat(harness.runner().savedCheckpoints(harness.workload(job), 5)).isEmpty();
    }

    // Cut short.

    @Test
    void a_file_that_was_being_written_when_the_job_was_killed_is_passed_over() {
        WorkloadId job =
                submit(
                        "",
                        "save \"$SLIPWAY_CHECKPOINT_DIR/step-1\" one",
                        "printf tw > \"$SLIPWAY_CHECKPOINT_DIR/step-2\"",
                        "kill -9 $$");
        assertThat(second(job)).contains("resumed with one");
        assertThat(harness.runner().savedCheckpoints(harness.workload(job), 5))
                .extracting(saved -> saved.name() + " " + saved.verified())
                .containsExactlyInAnyOrder("step-1 true", "step-2 false");
    }

    @Test
    void a_folder_that_lacks_what_was_to_come_is_passed_over_when_all_of_it_is_killed() {
        WorkloadId job =
                submit(
                        "",
                        "save \"$SLIPWAY_CHECKPOINT_DIR/step-1\" one",
                        "mkdir \"$SLIPWAY_CHECKPOINT_DIR/step-2\"",
                        "echo on",
                        "while :; do echo more >> \"$SLIPWAY_CHECKPOINT_DIR/step-2/model\"; sleep 0.02; done");
        harness.await(job, "running");
        harness.untilLogged(job, "on");
        harness.engine().signal(harness.workload(job).attempt(), AttemptSignal.KILL);
        harness.until(
                () -> {
                    harness.clock.forward(Duration.ofSeconds(10));
                    harness.runner().reconcileNow();
                    return harness.word(job).equals("succeeded");
                });
        assertThat(second(job)).contains("resumed with one");
    }

    @Test
    void what_is_not_marked_as_complete_where_others_are_is_passed_over() {
        WorkloadId job =
                submit(
                        "",
                        "cd \"$SLIPWAY_CHECKPOINT_DIR\"; mkdir a b",
                        "echo one > a/model; : > a/_SUCCESS",
                        "echo two > b/model; sleep 0.02; mv b c",
                        "exit 1");
        assertThat(second(job)).contains("resumed with").contains("one").doesNotContain("two");
    }
}
