package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.attempt.JobProgress.Doing;
import slipway.run.engine.AttemptId;
import slipway.run.observe.StepRecorder;
import slipway.run.observe.StepRecorder.Detail;

@SuppressWarnings("NullAway.Init") // made before each test
class StepHistoryTest {

    private static final Instant START = Instant.parse("2026-11-18T05:00:00.123456789Z");

    @TempDir Path root;
    private AttemptDirectory directory;
    private StepRecorder stepRecorder;

    @BeforeEach
    void write() throws IOException {
        directory = AttemptDirectory.at(root, new AttemptId(new WorkloadId("bert"), 1));
        Files.createDirectories(directory.path());
        stepRecorder = new StepRecorder();
    }

    private void report(String text, Duration after) {
        report(text, after, Detail.SAMPLED);
    }

    private void report(String text, Duration after, Detail which) {
        stepRecorder.record(
                directory, JobProgress.inFile(text).orElseThrow(), START.plus(after), which);
    }

    private List<Long> steps() {
        return directory.stepHistory().records().stream().map(StepRecord::step).toList();
    }

    @Test
    void a_step_record_is_read_back_unchanged() {
        report("{\"step\": 3, \"total\": 90, \"doing\": \"save\", \"waited\": 1.5}", Duration.ZERO);
        report("step 4", Duration.ofSeconds(5));
        assertThat(directory.stepHistory().records())
                .containsExactly(
                        new StepRecord(
                                Instant.parse("2026-11-18T05:00:00.123456Z"),
                                3,
                                Optional.of(90L),
                                Optional.of(Doing.SAVE),
                                Optional.of(Duration.ofMillis(1_500))),
                        new StepRecord(
                                START.plusSeconds(5),
                                4,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()));
    }

    @Test
    void changed_steps_are_recorded_and_after_five_minutes_once_a_minute() {
        for (int second = 0; second <= 900; second += 5) {
            report("step " + second / 10, Duration.ofSeconds(second));
        }
        assertThat(steps()).hasSize(31 + 9).startsWith(0L, 1L, 2L).endsWith(83L, 89L);
    }

    @Test
    void pilots_and_final_steps_are_recorded_completely() {
        report("step 1", Duration.ZERO);
        report("step 2", Duration.ofMinutes(9));
        report("step 3", Duration.ofSeconds(541));
        report("step 3", Duration.ofSeconds(542), Detail.ALL);
        report("step 3 doing=save", Duration.ofSeconds(543), Detail.ALL);
        report("step 3 doing=save", Duration.ofSeconds(544), Detail.ALL);
        assertThat(steps()).containsExactly(1L, 2L, 3L, 3L);
    }

    @Test
    void the_next_server_continues_the_history() {
        report("step 1", Duration.ZERO);
        report("step 2", Duration.ofMinutes(9));
        stepRecorder = new StepRecorder();
        report("step 2", Duration.ofSeconds(541));
        report("step 3", Duration.ofSeconds(545));
        assertThat(steps()).containsExactly(1L, 2L);
        stepRecorder.retain(Set.of());
        report("step 9", Duration.ofMinutes(10));
        assertThat(steps()).containsExactly(1L, 2L, 9L);
    }

    @Test
    void records_written_by_a_job_are_bounded() throws IOException {
        Files.writeString(
                directory.path().resolve("steps"),
                "5000000 1 - - -\nnonsense\n9999999999999999999 2 - - -\n4000000 2 - - -\n"
                        + "6000000 3 - dance -\n7000000 4 - - ");
        assertThat(steps()).containsExactly(1L, 3L);
        Path elsewhere = Files.writeString(root.resolve("elsewhere"), "");
        Files.delete(directory.path().resolve("steps"));
        Files.createSymbolicLink(directory.path().resolve("steps"), elsewhere);
        report("step 1", Duration.ZERO);
        assertThat(elsewhere).isEmptyFile();
        assertThat(directory.stepHistory().isEmpty()).isTrue();
    }

    @Test
    void a_full_file_gets_no_more_records() throws IOException {
        String line = "5000000 1 - - -\n";
        Files.writeString(
                directory.path().resolve("steps"),
                line.repeat(StepHistory.MAX_BYTES / line.length()));
        long size = Files.size(directory.path().resolve("steps"));
        report("step 2", Duration.ZERO);
        assertThat(Files.size(directory.path().resolve("steps"))).isEqualTo(size);
    }

    @Test
    void the_pace_is_the_median_step_without_warm_up_and_saves() {
        String lines =
                IntStream.rangeClosed(0, 100)
                        .mapToObj(
                                step ->
                                        "%d %d 100 - -"
                                                .formatted(
                                                        (step < 10 ? step * 9 : 90 + step)
                                                                        * 1_000_000L
                                                                + step / 25 * 30_000_000L,
                                                        step))
                        .collect(Collectors.joining("\n"));
        StepHistory.Pace pace = StepHistory.read(lines).pace().orElseThrow();
        assertThat(pace.step()).isEqualTo(Duration.ofSeconds(1));
        assertThat(pace.steps()).isEqualTo(90);
        assertThat(StepHistory.read("1 1 - - -\n2 2 - - -\n").pace()).isEmpty();
        assertThat(StepHistory.read("1 5 - - -\n2 4 - - -\n3 3 - - -\n").pace()).isEmpty();
    }
}
