package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.GpuTime;
import slipway.base.WorkloadId;
import slipway.run.engine.Engine;
import slipway.run.engine.InTarget;
import slipway.run.slurm.ShiftedClocks;
import slipway.run.slurm.SlurmEngine;
import slipway.run.slurm.SlurmSettings;
import slipway.run.slurm.SlurmSettings.Partition;
import slipway.run.slurm.SlurmSettings.Tooling;
import slipway.testkit.slurm.SlurmCluster;

/** Runs workloads on a real Slurm of which two nodes' clocks differ by five minutes. */
@Tag("slurm")
class ClockSkewTest {

    private static SlurmCluster cluster;

    @TempDir(factory = InTarget.class)
    Path attempts;

    @TempDir(factory = InTarget.class)
    Path work;

    private ProcessRunHarness harness;

    @BeforeAll
    static void start() {
        cluster = SlurmCluster.start();
        ShiftedClocks.differ(cluster);
        String _ =
                cluster.ask("scontrol", "update", "NodeName=n[2-7]", "State=DRAIN", "Reason=test");
    }

    @AfterAll
    static void end() {
        if (cluster != null) { // what it needs may be missing
            cluster.close();
        }
        ShiftedClocks.tidy();
    }

    @BeforeEach
    void begin() {
        harness = new ProcessRunHarness(attempts, this::open);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private Engine open(InstantSource clock) {
        var tools =
                Tooling.DEFAULT
                        .polling(Duration.ofSeconds(1))
                        .configuredBy(cluster.configuration());
        return SlurmEngine.open(
                SlurmSettings.of(attempts, clock, List.of(new Partition("ours", true)))
                        .by(tools)
                        .typed(name -> name.toUpperCase(Locale.ROOT)));
    }

    private WorkloadId gang(String rest) {
        return harness.submit("nodes: 2\nresources: {accelerators: \"H100:8\"}\n" + rest);
    }

    private String log(WorkloadId id, int rank) {
        var log = harness.runner().directory(harness.workload(id).attempt()).log(rank);
        return new String(log.read(0, 100_000).bytes(), StandardCharsets.UTF_8);
    }

    private Workload.LatestAttempt latest(WorkloadId id) {
        return harness.workload(id).history().latest().orElseThrow();
    }

    private static long time(String log) {
        return Long.parseLong(log.lines().findFirst().orElseThrow());
    }

    @Test
    void a_gang_is_metered_and_ends_by_the_servers_clock() {
        WorkloadId gang = gang("run: date +%s; while [ ! -e go ]; do sleep 0.05; done");
        harness.await(gang, "running");
        harness.until(() -> !log(gang, 0).isEmpty() && !log(gang, 1).isEmpty());
        assertThat(time(log(gang, 1)) - time(log(gang, 0))).isBetween(290L, 310L);
        Instant begun = latest(gang).placedAt();
        harness.clock.forward(Duration.ofMinutes(10));
        harness.runner().reconcileNow();
        assertThat(harness.word(gang)).isEqualTo("running");
        harness.give(gang, "go", "");
        harness.await(gang, "succeeded");
        assertThat(harness.workload(gang).state().since())
                .isEqualTo(begun.plus(Duration.ofMinutes(10)));
        assertThat(latest(gang).metered().until())
                .isEqualTo(harness.clock.instant().truncatedTo(ChronoUnit.MILLIS));
        assertThat(harness.workload(gang).history().held().perType())
                .containsEntry("H100", GpuTime.of(16_000, Duration.ofMinutes(10)));
    }

    @Test
    void a_save_is_seen_before_the_notice_is_over_although_files_have_other_times() {
        WorkloadId gang =
                gang(
                        """
                        priority: low
                        checkpoint: {signal: usr1}
                        run: |
                          to=$SLIPWAY_CHECKPOINT_DIR
                          save() {
                            mkdir $to/.$1.$RANK; echo x > $to/.$1.$RANK/model; echo > $to/.$1.$RANK/COMPLETE
                            mv $to/.$1.$RANK $to/$1.$RANK
                          }
                          if [ -n "$SLIPWAY_RESUME_FROM" ]; then echo resumed; exit 0; fi
                          save early
                          trap 'save late' USR1
                          while :; do sleep 0.05; done
                        """);
        harness.await(gang, "running");
        harness.until(
                () -> harness.runner().savedCheckpoints(harness.workload(gang), 5).size() == 2);
        harness.clock.forward(Duration.ofMinutes(10));
        WorkloadId urgent = gang("priority: high\nrun: echo urgent");
        harness.await(urgent, "succeeded");
        harness.await(gang, "succeeded");
        harness.untilLogged(gang, "resumed");
    }

    @Test
    void setup_is_noted_on_each_node_whatever_the_time_is_there() {
        String spec =
                """
                workdir: %s
                setup: echo set up on $SLIPWAY_NODE_NAME
                run: echo $SLIPWAY_NODE_NAME
                """
                        .formatted(work);
        WorkloadId first = gang(spec);
        harness.await(first, "succeeded");
        assertThat(log(first, 0)).isEqualTo("set up on n0\nn0\n");
        assertThat(log(first, 1)).isEqualTo("set up on n1\nn1\n");
        WorkloadId second = gang(spec);
        harness.await(second, "succeeded");
        assertThat(log(second, 0)).startsWith("setup: not run again").endsWith("\nn0\n");
        assertThat(log(second, 1)).startsWith("setup: not run again").endsWith("\nn1\n");
    }

    @Test
    void a_gang_of_which_one_fails_ends_as_a_whole_with_that_code() {
        WorkloadId gang =
                gang("run: \"if [ $RANK = 1 ]; then exit 9; fi; while :; do sleep 0.1; done\"");
        harness.await(gang, "failed");
        assertThat(((WorkloadState.Ended) harness.workload(gang).state()).exitCode()).contains(9);
        assertThat(harness.workload(gang).history().attempts()).isEqualTo(1);
    }
}
