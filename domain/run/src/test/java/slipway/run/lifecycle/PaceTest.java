package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.attempt.StepHistory;
import slipway.run.attempt.StepRecord;
import slipway.run.engine.AttemptId;

@SuppressWarnings("NullAway.Init") // opened before each test
class PaceTest {

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

    private void says(AttemptId attempt, int step) throws IOException {
        Path file = harness.runner().directory(attempt).path().resolve("progress");
        Files.writeString(file, "step %d/100\n".formatted(step));
        Files.setLastModifiedTime(file, FileTime.from(harness.clock().instant()));
        harness.forward(Duration.ofSeconds(10));
    }

    @Test
    void how_fast_it_was_is_known_of_one_that_has_ended_although_the_server_was_restarted()
            throws IOException {
        WorkloadId id = harness.submit("run: python train.py");
        AttemptId attempt = harness.awaitAttempt(id, 1);
        for (int step = 1; step <= 40; step++) {
            says(attempt, step);
            if (step == 20) {
                harness.restart();
            }
        }
        harness.engine().end(attempt, 0);
        harness.until(() -> harness.workload(id).state().ended(), () -> harness.word(id));
        StepHistory stepHistory = harness.runner().directory(attempt).stepHistory();
        assertThat(stepHistory.last().map(StepRecord::step)).contains(40L);
        assertThat(stepHistory.pace().map(StepHistory.Pace::step)).contains(Duration.ofSeconds(10));
    }
}
