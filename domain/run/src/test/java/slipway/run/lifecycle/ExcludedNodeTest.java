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

/** A workload avoids a node that caused its failure, until an operator returns the node. */
@SuppressWarnings("NullAway.Init") // opened before each test
class ExcludedNodeTest {

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
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private String failed(AttemptId attempt, String line) throws IOException {
        String node = node(attempt.workload());
        Files.writeString(harness.runner().directory(attempt).path().resolve("log/0"), line + "\n");
        harness.end(attempt.workload(), 1);
        return node;
    }

    private String node(WorkloadId id) {
        return harness.state(id).currentPlacement().orElseThrow().seats().getFirst().node();
    }

    private String because(WorkloadId id) {
        Decision decision = harness.runner().explain(id).orElseThrow().decision();
        Cause cause = ((Decision.Wait) decision).cause();
        return cause.sentence(Format.times(harness.clock().instant(), ZoneOffset.UTC))
                + " "
                + cause.nextStep();
    }

    @Test
    void the_next_attempt_goes_to_another_node() throws IOException {
        WorkloadId job = harness.submit(JOB);
        String blamed = failed(harness.awaitAttempt(job, 1), "uncorrectable ECC error encountered");
        harness.awaitAttempt(job, 2);
        assertThat(node(job)).isNotEqualTo(blamed);
        assertThat(harness.workload(job).excluded())
                .isEqualTo(Map.of(blamed, "attempt 1 met an uncorrectable memory error"));
    }

    @Test
    void it_waits_when_every_node_is_blamed_and_says_why_until_one_is_returned()
            throws IOException {
        WorkloadId job = harness.submit(JOB);
        String first = failed(harness.awaitAttempt(job, 1), "uncorrectable ECC error encountered");
        String second = failed(harness.awaitAttempt(job, 2), "NCCL timeout on rank 3");
        harness.await(job, workload -> workload.history().failures() == 2);
        harness.restart();
        assertThat(because(job))
                .isEqualTo(
                        "Needs 4 accelerators on one node; of the nodes that could hold it, n1 is excluded"
                                + " since attempt 1 met an uncorrectable memory error and n2 is excluded"
                                + " since attempt 2 printed: NCCL timeout on rank 3. After n1 is repaired,"
                                + " an administrator returns it to service: slipway return n1.");
        assertThat(first).isEqualTo("n1");
        harness.drain(second, Optional.empty());
        harness.awaitAttempt(job, 3);
        assertThat(node(job)).isEqualTo(second);
        assertThat(harness.workload(job).excluded()).containsOnlyKeys(first);
    }

    @Test
    void a_node_that_one_workload_excludes_is_not_excluded_for_others() throws IOException {
        WorkloadId job = harness.submit(JOB);
        failed(harness.awaitAttempt(job, 1), "uncorrectable ECC error encountered");
        harness.awaitAttempt(job, 2);
        WorkloadId other = harness.submit(JOB);
        harness.awaitAttempt(other, 1);
        assertThat(node(other)).isEqualTo("n1");
    }
}
