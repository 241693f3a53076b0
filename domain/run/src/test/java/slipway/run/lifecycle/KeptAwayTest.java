package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.run.engine.AttemptId;
import slipway.schedule.decision.Cause;
import slipway.schedule.decision.Decision;

/** A node that is blamed for a failure gets the workload no more, until somebody says that it is sound. */
@SuppressWarnings("NullAway.Init") // opened before each test
class KeptAwayTest {

    private static final String JOB =
            """
            resources: {accelerators: 4}
            run: python train.py
            retry:
              attempts: 4
              backoff: 0s
              rules: [{pattern: "NCCL timeout on .*", do: exclude-node}]
            """;

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

    private String failed(AttemptId attempt, String line) throws IOException {
        String node = node(attempt.workload());
        Files.writeString(yard.runner().directory(attempt).path().resolve("log/0"), line + "\n");
        yard.end(attempt.workload(), 1);
        return node;
    }

    private String node(WorkloadId id) {
        return yard.state(id).currentPlacement().orElseThrow().seats().getFirst().node();
    }

    private String because(WorkloadId id) {
        Decision decision = yard.runner().explain(id).orElseThrow().decision();
        Cause cause = ((Decision.Wait) decision).cause();
        return cause.sentence(Format.times(yard.clock().instant(), ZoneOffset.UTC))
                + " "
                + cause.nextStep();
    }

    @Test
    void the_next_attempt_goes_to_another_node() throws IOException {
        WorkloadId job = yard.submit(JOB);
        String blamed = failed(yard.awaitAttempt(job, 1), "uncorrectable ECC error encountered");
        yard.awaitAttempt(job, 2);
        assertThat(node(job)).isNotEqualTo(blamed);
        assertThat(yard.workload(job).excluded())
                .isEqualTo(Map.of(blamed, "attempt 1 met an uncorrectable memory error"));
    }

    @Test
    void it_waits_when_every_node_is_blamed_and_says_why_until_one_is_returned()
            throws IOException {
        WorkloadId job = yard.submit(JOB);
        String first = failed(yard.awaitAttempt(job, 1), "uncorrectable ECC error encountered");
        String second = failed(yard.awaitAttempt(job, 2), "NCCL timeout on rank 3");
        yard.await(job, workload -> workload.history().failures() == 2);
        yard.restart();
        assertThat(because(job))
                .isEqualTo(
                        "Needs 4 accelerators on one node; of the nodes that could hold it, n1 is left out"
                                + " since attempt 1 met an uncorrectable memory error and n2 is left out"
                                + " since attempt 2 printed: NCCL timeout on rank 3. Once n1 is repaired an"
                                + " admin says so: slipway return n1. Then it may run there again.");
        assertThat(first).isEqualTo("n1");
        yard.drain(second, Optional.empty());
        yard.awaitAttempt(job, 3);
        assertThat(node(job)).isEqualTo(second);
        assertThat(yard.workload(job).excluded()).containsOnlyKeys(first);
    }

    @Test
    void others_are_not_kept_away_from_a_node_that_one_of_them_blames() throws IOException {
        WorkloadId job = yard.submit(JOB);
        failed(yard.awaitAttempt(job, 1), "uncorrectable ECC error encountered");
        yard.awaitAttempt(job, 2);
        WorkloadId other = yard.submit(JOB);
        yard.awaitAttempt(other, 1);
        assertThat(node(other)).isEqualTo("n1");
    }
}
