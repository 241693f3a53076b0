package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Launch;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.MovingClock;
import slipway.testkit.slurm.SlurmCluster;

/** Nodes of one cluster whose clocks differ by minutes from each other and from the server's. */
@Tag("slurm")
class SlurmClocksTest extends SlurmTestBase {

    private static final String TELL_TIME = "date +%s > time.$NODE_RANK; echo $(date +%s)\n";

    private static SlurmCluster cluster;

    @BeforeAll
    static void start() {
        cluster = SlurmCluster.start();
        ShiftedClocks.differ(cluster);
    }

    @AfterAll
    static void end() {
        if (cluster != null) { // what it needs may be missing
            cluster.close();
        }
        ShiftedClocks.tidy();
    }

    @Override
    SlurmCluster cluster() {
        return cluster;
    }

    private Launch gang(String script) {
        Launch launch =
                prepareOn(
                        script,
                        new NodeAllocation("n0", 1, 1_000),
                        new NodeAllocation("n1", 1, 1_000));
        engine().launch(launch);
        return launch;
    }

    private static long time(Launch launch, int rank) {
        return Long.parseLong(work(launch, "time." + rank).strip());
    }

    @Test
    void a_gang_starts_together_and_ends_by_itself() {
        Launch launch = gang(TELL_TIME);
        untilGone(launch);
        assertThat(time(launch, 1) - time(launch, 0)).isBetween(290L, 310L);
        assertThat(exits(launch)).containsEntry(0, 0).containsEntry(1, 0);
    }

    @Test
    void a_job_on_one_node_uses_the_clock_of_that_node() {
        Launch launch = prepareOn(TELL_TIME, new NodeAllocation("n0", 1, 1_000));
        engine().launch(launch);
        untilGone(launch);
        Instant written = modified(launch.directory().resolve("work/time.0"));
        assertThat(written.getEpochSecond() - time(launch, 0)).isBetween(195L, 205L);
    }

    @Test
    void samples_are_dated_by_the_servers_clock() {
        Launch launch = gang(GO_ON);
        untilGoing(launch);
        until(() -> hasSampled(launch, 0) && hasSampled(launch, 1));
        assertThat(Duration.between(sampled(launch, 0), sampled(launch, 1)).toSeconds())
                .isBetween(280L, 320L);
        var clock = (MovingClock) settings().clock();
        assertThat(sampleAt(launch)).isEqualTo(clock.instant());
        Instant before = clock.instant();
        clock.forward(Duration.ofMinutes(1));
        until(() -> !sampleAt(launch).equals(before));
        assertThat(sampleAt(launch)).isEqualTo(clock.instant());
    }

    private static boolean hasSampled(Launch launch, int rank) {
        return text(launch.directory().resolve("usage/" + rank)).endsWith("\n");
    }

    private Instant sampleAt(Launch launch) {
        return engine().sample(launch.id()).orElseThrow().at();
    }

    /** By the node's own clock. */
    private static Instant sampled(Launch launch, int rank) {
        String lines = text(launch.directory().resolve("usage/" + rank));
        return Instant.parse(lines.replaceFirst("(?s)[{]\"at\":\"([^\"]*)\".*", "$1"));
    }

    @Test
    void a_gang_is_stopped_on_both_nodes() {
        Launch asked = gang(SAVE_AND_END);
        untilGoing(asked);
        until(() -> text(asked.directory().resolve("claim/1")).length() > 1);
        engine().signal(asked.id(), AttemptSignal.STOP);
        untilGone(asked);
        assertThat(exits(asked)).containsEntry(0, 7).containsKey(1);
        Launch ended = gang(STUBBORN);
        untilGoing(ended);
        engine().signal(ended.id(), AttemptSignal.KILL);
        untilGone(ended);
        assertThat(exits(ended)).containsEntry(0, 137).containsEntry(1, 137);
        assertThat(processes(ended.id())).isZero();
    }

    @Test
    void a_probe_reports_the_clock_offset_of_a_node() {
        ((MovingClock) settings().clock()).set(modified(programs()));
        assertThat(((SlurmEngine) engine()).probe().getFirst().describe())
                .contains("its clock is ", " s behind the server's");
    }
}
