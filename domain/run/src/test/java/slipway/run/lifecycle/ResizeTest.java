package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.WorkloadId;
import slipway.run.engine.InTarget;
import slipway.run.engine.UsageSample;
import slipway.run.local.nvml.GpuDriver;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Real processes whose placement changes while they run: this machine presents itself as two nodes, each with two
 * simulated GPUs.
 */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class ResizeTest {

    /** Saves when it gets the notice, and resumes from what it saved. */
    private static final String SAVING =
            """
            checkpoint: 30m
            run: |
              echo "attempt $SLIPWAY_FENCE on $NNODES from ${SLIPWAY_RESUME_FROM##*/} on $CUDA_VISIBLE_DEVICES"
              while [ ! -e "$SLIPWAY_NOTICE" ] && [ ! -e end ]; do sleep 0.05; done
              if [ -e end ]; then exit 0; fi
              if [ "$RANK" = 0 ]; then
                cd "$SLIPWAY_CHECKPOINT_DIR"
                echo all > .draft; sleep 0.02; mv .draft "step-$SLIPWAY_FENCE"
              fi
              while :; do sleep 0.05; done
            """;

    private static final class SaidToBeThere implements GpuDriver {

        @Override
        public List<Card> all() {
            return IntStream.range(0, 4)
                    .mapToObj(i -> new Card(i, i, "GPU-" + i, "H100", Bytes.gigabytes(80)))
                    .toList();
        }

        @Override
        public List<UsageSample.Gpu> read() {
            return List.of();
        }

        @Override
        public String describe() {
            return "cards that are only said to be there";
        }

        @Override
        public void close() {
            // Nothing was opened.
        }
    }

    @TempDir(factory = InTarget.class)
    Path attempts;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() {
        harness = new ProcessRunHarness(attempts, 2, new SaidToBeThere());
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private List<String> nodes(WorkloadId id) {
        return harness.workload(id).state().currentPlacement().stream()
                .flatMap(place -> place.seats().stream())
                .map(NodeAllocation::node)
                .toList();
    }

    /** The runner's clock is a little behind that of the files. */
    private void awaitAttempt(WorkloadId id, int number) {
        harness.until(
                () -> {
                    harness.clock.forward(Duration.ofMillis(40));
                    harness.runner().reconcileNow();
                    return harness.workload(id).history().attempts() == number
                            && harness.word(id).equals("running");
                });
    }

    private WorkloadId runs(String yaml) {
        WorkloadId id = harness.submit(yaml);
        harness.await(id, "running");
        harness.untilLogged(id, "attempt 1");
        return id;
    }

    private void ends(WorkloadId id) {
        harness.give(id, "end", "");
        harness.await(id, "succeeded");
    }

    @Test
    void an_elastic_gang_shrinks_for_one_of_higher_priority_and_grows_when_that_is_gone() {
        WorkloadId gang =
                runs(
                        "resources: {accelerators: 2}\npriority: low\nelastic: {min: 1, max: 2}\n"
                                + SAVING);
        assertThat(nodes(gang)).hasSize(2);
        WorkloadId urgent =
                harness.submit("resources: {accelerators: 2}\npriority: high\n" + SAVING);
        awaitAttempt(gang, 2);
        awaitAttempt(urgent, 1);
        assertThat(nodes(gang)).hasSize(1).doesNotContainAnyElementsOf(nodes(urgent));
        harness.untilLogged(gang, "attempt 2 on 1 from step-1");
        assertThat(harness.workload(gang).history().preempted()).as("it only shrank").isZero();
        ends(urgent);
        awaitAttempt(gang, 3);
        assertThat(nodes(gang)).hasSize(2).doesNotHaveDuplicates();
        harness.untilLogged(gang, "attempt 3 on 2 from step-2");
        ends(gang);
        assertThat(harness.engine().live().stream().filter(liveAttempt -> !liveAttempt.gone()))
                .isEmpty();
    }

    @Test
    void one_is_moved_beside_another_so_that_a_larger_one_finds_a_whole_node() {
        String small = "resources: {accelerators: 1}\n" + SAVING;
        WorkloadId first = runs(small);
        WorkloadId second = runs(small);
        WorkloadId third = runs(small);
        assertThat(nodes(first)).isEqualTo(nodes(second)).isNotEqualTo(nodes(third));
        ends(first);
        WorkloadId large = harness.submit("resources: {accelerators: 2}\n" + SAVING);
        awaitAttempt(large, 1);
        WorkloadId moved =
                Stream.of(second, third)
                        .filter(each -> harness.workload(each).history().attempts() == 2)
                        .findFirst()
                        .orElseThrow();
        awaitAttempt(moved, 2);
        assertThat(nodes(second)).isEqualTo(nodes(third)).isNotEqualTo(nodes(large));
        harness.untilLogged(moved, "attempt 2 on 1 from step-1");
        assertThat(harness.workload(moved).history().preempted()).as("it only moved").isZero();
    }
}
