package slipway.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/** Fills nodes with pods that arrive one by one. A pod without an immediate placement is refused. */
final class PodPacker {

    private static final TeamId TEAM = TeamId.ALL;
    private static final Instant START = Instant.EPOCH;
    private static final int PERCENT = 100;

    private final boolean consolidates;
    private final List<Change> changes = new ArrayList<>();
    private Schedule schedule;
    private long allocated;
    private int migrations;

    PodPacker(List<Node> nodes, boolean moves) {
        this.consolidates = moves;
        this.schedule =
                Scheduler.decide(
                        ClusterSnapshot.of(nodes, List.of(TeamQuotas.of(TEAM)))
                                .withPolicy(policy(moves)),
                        START);
    }

    /** Without preemption and reservations: a placement is found on arrival, or never. */
    private static SchedulingPolicy policy(boolean moves) {
        return SchedulingPolicy.DEFAULT
                .withOrder(SchedulingPolicy.Order.FIRST_COME)
                .withPreemptionTimes(Duration.ZERO, Duration.ZERO)
                .withReservations(0)
                .preemption(SchedulingPolicy.PreemptionRules.NONE)
                .rebalancing(
                        moves
                                ? SchedulingPolicy.RebalancingRules.DEFAULT
                                : SchedulingPolicy.RebalancingRules.NONE);
    }

    PackingResult.Packing fill(List<ResourceRequest> arrivals, long capacity) {
        List<Double> curve = new ArrayList<>();
        long requested = 0;
        int refused = 0;
        Optional<PackingResult.Packing> atFullDemand = Optional.empty();
        for (int number = 0; number < arrivals.size(); number++) {
            ResourceRequest resourceRequest = arrivals.get(number);
            if (!place(number, resourceRequest)) {
                refused++;
            }
            requested += resourceRequest.totalThousandths();
            while (curve.size() < requested * PERCENT / capacity) {
                curve.add(allocated / (double) capacity);
            }
            if (atFullDemand.isEmpty() && requested >= capacity) {
                atFullDemand =
                        Optional.of(
                                new PackingResult.Packing(
                                        allocated / (double) capacity,
                                        refused,
                                        migrations,
                                        List.of()));
            }
        }
        PackingResult.Packing result = atFullDemand.orElseThrow();
        return new PackingResult.Packing(
                result.allocated(), result.refused(), result.moves(), curve);
    }

    private boolean place(int number, ResourceRequest resourceRequest) {
        Instant now = START.plusSeconds(number + 1L);
        var id = new WorkloadId(String.format(Locale.ROOT, "pod-%07d", number));
        changes.add(new Change.Submitted(workload(id, resourceRequest, now)));
        boolean started = false;
        do {
            schedule = Scheduler.next(schedule, changes, now);
            changes.clear();
            for (Decision decision : schedule.actions()) {
                switch (decision) {
                    case Decision.Start(_, var placement, _) -> {
                        allocated += placement.totalThousandths();
                        started = true;
                    }
                    case Decision.Migrate(var other, _, _, _) -> {
                        migrations++;
                        changes.add(new Change.Moved(other, Duration.ZERO));
                    }
                    case Decision.Preempt _, Decision.Resize _ ->
                            throw new IllegalStateException(
                                    "No job may be preempted or resized: " + decision);
                    case Decision.Wait _, Decision.Stay _ -> {}
                }
            }
        } while (!changes.isEmpty());
        if (!started) {
            changes.add(new Change.Ended(id));
        }
        return started;
    }

    private SchedulableWorkload workload(
            WorkloadId id, ResourceRequest resourceRequest, Instant now) {
        RuntimeEstimate runtimeEstimate =
                consolidates
                        ? RuntimeEstimate.unknown(SchedulingPolicy.DEFAULT.unknownRuntime())
                        : RuntimeEstimate.ENDLESS;
        return SchedulableWorkload.of(
                        id,
                        TEAM,
                        resourceRequest,
                        SchedulableWorkload.Times.of(now, runtimeEstimate))
                .withAttributes(
                        consolidates
                                ? Attributes.JOB.withCheckpointInterval(Duration.ZERO)
                                : Attributes.JOB);
    }
}
