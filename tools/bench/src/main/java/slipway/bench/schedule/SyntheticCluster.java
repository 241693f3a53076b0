package slipway.bench.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * A large cluster and the mixed jobs of thirty teams: half ask for one accelerator, a tenth for a part of one, the
 * rest for two, four or eight, and two in a hundred for a gang of two to eight nodes. The same seed makes the same
 * jobs.
 */
final class SyntheticCluster {

    static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final int TEAMS = 30;
    private static final int RACK = 16;
    private static final int DEVICES = 8;

    private final SplittableRandom random;
    private final int nodes;
    private int count;

    SyntheticCluster(int nodes, long seed) {
        this.nodes = nodes;
        this.random = new SplittableRandom(seed);
    }

    ClusterSnapshot cluster(int waiting) {
        List<PendingWorkload> queue = new ArrayList<>();
        for (int each = 0; each < waiting; each++) {
            queue.add(PendingWorkload.of(next(START)));
        }
        return ClusterSnapshot.of(nodes(), teams()).pending(queue);
    }

    private List<Node> nodes() {
        List<Node> all = new ArrayList<>();
        var machine = new Node.Machine(128_000, Bytes.gigabytes(2_000));
        for (int each = 0; each < nodes; each++) {
            all.add(
                    Node.of("n%05d".formatted(each), Node.Devices.of("H100", DEVICES), machine)
                            .withTopology(
                                    new Node.Topology(
                                            "p%03d".formatted(each / RACK / RACK),
                                            "r%04d".formatted(each / RACK))));
        }
        return all;
    }

    /** Guarantees for four fifths of everything, so that there is always something to borrow. */
    private List<TeamQuotas> teams() {
        List<TeamQuotas> all = new ArrayList<>(List.of(TeamQuotas.of(TeamId.ALL)));
        for (int each = 0; each < TEAMS; each++) {
            all.add(
                    TeamQuotas.of(team(each))
                            .withParent(TeamId.ALL)
                            .withQuota(
                                    "H100", TeamQuotas.Quota.of(nodes * DEVICES * 4 / 5 / TEAMS)));
        }
        return all;
    }

    private static TeamId team(int number) {
        return new TeamId("team-" + number);
    }

    SchedulableWorkload next(Instant at) {
        ResourceRequest resourceRequest = ask();
        long minutes = 5 + random.nextLong(600);
        RuntimeEstimate runtimeEstimate =
                RuntimeEstimate.of(
                        Duration.ofMinutes(minutes / 2),
                        Duration.ofMinutes(minutes),
                        Duration.ofMinutes(minutes * 2),
                        RuntimeEstimate.Source.HISTORY);
        SchedulableWorkload schedulableWorkload =
                SchedulableWorkload.of(
                                new WorkloadId("w" + count++),
                                team(random.nextInt(TEAMS)),
                                resourceRequest,
                                SchedulableWorkload.Times.of(at.plusMillis(count), runtimeEstimate))
                        .withRank(minutes * 60_000);
        return random.nextInt(3) > 0
                ? schedulableWorkload.withAttributes(
                        schedulableWorkload
                                .attributes()
                                .withCheckpointInterval(Duration.ofMinutes(30)))
                : schedulableWorkload;
    }

    private ResourceRequest ask() {
        int draw = random.nextInt(100);
        if (draw < 10) {
            int part = 100 * (1 + random.nextInt(8));
            return beside(ResourceRequest.fraction(part), part);
        }
        if (draw < 98) {
            int count = draw < 60 ? 1 : draw < 75 ? 2 : draw < 85 ? 4 : 8;
            return beside(ResourceRequest.of(count), count * 1_000);
        }
        return beside(ResourceRequest.of(8).withNodes(2 << random.nextInt(3)), 8_000);
    }

    private static ResourceRequest beside(ResourceRequest resourceRequest, int thousandths) {
        return resourceRequest.withMachine(
                new Node.Machine(thousandths * 12, Bytes.gigabytes(thousandths / 10L)));
    }
}
