package slipway.run.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.WorkloadId;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.StepRecord;
import slipway.run.checkpoint.SavedCheckpoint;
import slipway.run.engine.AttemptId;

class AttemptTraceTest {

    private static final Instant START = Instant.parse("2026-09-17T14:00:00Z");
    private static final AttemptId ID = new AttemptId(new WorkloadId("job"), 2);

    @TempDir private Path root;

    private AttemptDirectory directory = AttemptDirectory.at(Path.of(""), ID);

    @BeforeEach
    void claim() throws IOException {
        directory = AttemptDirectory.at(root, ID);
        for (int rank = 0; rank < 2; rank++) {
            Path claim = write("claim/" + rank, "boot 1 2\n");
            Files.setLastModifiedTime(claim, FileTime.from(START.plusSeconds(rank)));
        }
    }

    private Path write(String file, String text) throws IOException {
        Path path = directory.path().resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private static String sample(long host, long... accelerators) {
        List<String> each =
                Arrays.stream(accelerators)
                        .mapToObj("{\"uuid\":\"GPU-1\",\"memory\":%d}"::formatted)
                        .toList();
        return "{\"at\":\"2026-09-17T14:00:05Z\",\"cpu_ms\":9,\"memory\":%d,\"accelerators\":[%s]}\n"
                .formatted(host, String.join(",", each));
    }

    private static SavedCheckpoint saved(int attempt) {
        return new SavedCheckpoint(
                attempt, "step-20", new Bytes(1_000), START.plusSeconds(60), true);
    }

    @Test
    void steps_and_checkpoints_are_those_of_the_attempt() throws IOException {
        var step =
                new StepRecord(
                        START.plusSeconds(12),
                        1,
                        Optional.of(40L),
                        Optional.empty(),
                        Optional.empty());
        directory.recordStep(step);
        AttemptTrace trace = AttemptTrace.read(directory, List.of(saved(1), saved(2)));
        assertThat(trace.start()).isEqualTo(START);
        assertThat(trace.steps()).containsExactly(step);
        assertThat(trace.checkpoints()).containsExactly(saved(2));
        assertThat(trace.sinceStart(step.at())).isEqualTo(Duration.ofSeconds(12));
        assertThat(trace.sinceStart(START.minusSeconds(1))).isZero();
    }

    @Test
    void host_memory_adds_up_over_nodes_and_of_accelerators_the_fullest_counts()
            throws IOException {
        write("usage/0", sample(100, 10, 30) + sample(90, 20, 20));
        write("usage/1", sample(50, 40));
        AttemptTrace trace = AttemptTrace.read(directory, List.of());
        assertThat(trace.peakHostMemory()).contains(new Bytes(150));
        assertThat(trace.peakAcceleratorMemory()).contains(new Bytes(40));
    }

    @Test
    void without_samples_the_peak_memory_is_unknown() {
        AttemptTrace trace = AttemptTrace.read(directory, List.of());
        assertThat(trace.peakHostMemory()).isEmpty();
        assertThat(trace.peakAcceleratorMemory()).isEmpty();
    }

    @Test
    void the_last_output_starts_with_the_error_that_scrolled_away() throws IOException {
        write("log/0", "begin\nValueError: no GPU\na\nb\nc\nd\ne\n");
        assertThat(AttemptTrace.lastOutput(directory))
                .isEqualTo("The last lines of its output:\nValueError: no GPU\na\nb\nc\nd\ne");
    }

    @Test
    void an_attempt_that_printed_nothing_says_so() {
        assertThat(AttemptTrace.lastOutput(directory)).isEqualTo("It printed nothing.");
    }
}
