package slipway.schedule.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.Scripts;
import slipway.schedule.decision.Cause;
import slipway.schedule.decision.Decision;

/** A small cluster whose story is told step by step. Minutes count from its beginning. */
public final class Story {

    public static final SchedulingPolicy POLICY =
            SchedulingPolicy.DEFAULT.withPreemptionTimes(
                    Duration.ofMinutes(5), Duration.ofMinutes(1));

    private Schedule plan;

    private Story(ClusterSnapshot clusterSnapshot) {
        plan = Scheduler.decide(clusterSnapshot, at(0));
    }

    public static Story of(
            SchedulingPolicy schedulingPolicy, List<Node> nodes, TeamQuotas... teams) {
        return of(schedulingPolicy, nodes, List.of(), teams);
    }

    public static Story of(
            SchedulingPolicy schedulingPolicy,
            List<Node> nodes,
            List<Booking> bookings,
            TeamQuotas... teams) {
        List<TeamQuotas> all = new ArrayList<>(List.of(TeamQuotas.of(TeamId.ALL)));
        all.addAll(List.of(teams));
        return new Story(
                ClusterSnapshot.of(nodes, all).withPolicy(schedulingPolicy).withBookings(bookings));
    }

    // Words.

    public static Instant at(long minutes) {
        return Scripts.START.plus(Duration.ofMinutes(minutes));
    }

    /** A node with so many H100. */
    public static Node node(String name, int count) {
        return node(name, Node.Devices.of("H100", count));
    }

    public static Node node(String name, Node.Devices devices) {
        return Node.of(name, devices, new Node.Machine(64_000, Bytes.gigabytes(512)));
    }

    public static TeamQuotas team(String name) {
        return TeamQuotas.of(new TeamId(name)).withParent(TeamId.ALL);
    }

    public static TeamQuotas team(String name, int guarantee) {
        return team(name).withQuota("H100", TeamQuotas.Quota.of(guarantee));
    }

    /** A job that takes exactly so many minutes. */
    public static SchedulableWorkload job(
            String name, String team, ResourceRequest resourceRequest, long minutes) {
        return job(name, team, resourceRequest, span(minutes));
    }

    public static SchedulableWorkload job(
            String name,
            String team,
            ResourceRequest resourceRequest,
            RuntimeEstimate runtimeEstimate) {
        return SchedulableWorkload.of(
                new WorkloadId(name),
                new TeamId(team),
                resourceRequest,
                SchedulableWorkload.Times.of(Scripts.START, runtimeEstimate));
    }

    public static RuntimeEstimate span(long minutes) {
        Duration exactly = Duration.ofMinutes(minutes);
        return RuntimeEstimate.of(exactly, exactly, exactly, RuntimeEstimate.Source.PLAN);
    }

    public static SchedulableWorkload high(SchedulableWorkload schedulableWorkload) {
        return schedulableWorkload.withAttributes(
                schedulableWorkload.attributes().withPriority(SchedulableWorkload.Priority.HIGH));
    }

    public static SchedulableWorkload saving(SchedulableWorkload schedulableWorkload) {
        return schedulableWorkload.withAttributes(
                schedulableWorkload.attributes().withCheckpointInterval(Duration.ofMinutes(10)));
    }

    public static SchedulableWorkload service(SchedulableWorkload schedulableWorkload) {
        return schedulableWorkload.withAttributes(
                new SchedulableWorkload.Attributes(
                        SchedulableWorkload.Kind.SERVICE,
                        schedulableWorkload.attributes().priority(),
                        schedulableWorkload.attributes().checkpointInterval(),
                        schedulableWorkload.attributes().minimumRun()));
    }

    // What happens.

    public Story submit(long minute, SchedulableWorkload... workloads) {
        Change[] changes = new Change[workloads.length];
        for (int each = 0; each < changes.length; each++) {
            changes[each] = new Change.Submitted(workloads[each]);
        }
        return happens(minute, changes);
    }

    public Story happens(long minute, Change... changes) {
        plan = Scheduler.next(plan, List.of(changes), at(minute));
        return this;
    }

    public Story ended(long minute, String name) {
        return happens(minute, new Change.Ended(new WorkloadId(name)));
    }

    public Story left(long minute, String name) {
        return happens(minute, new Change.Requeued(new WorkloadId(name), Duration.ZERO));
    }

    public Story saved(long minute, String name) {
        return happens(minute, new Change.Checkpointed(new WorkloadId(name), at(minute)));
    }

    public Story becomes(long minute, Node node, Node.Condition condition) {
        return happens(minute, new Change.NodeChanged(node.withCondition(condition)));
    }

    // What is so then.

    /** Who runs where, by name: as in {@code "a" -> "n1 n2"}. */
    public Map<String, String> running() {
        Map<String, String> found = new TreeMap<>();
        for (RunningWorkload runningWorkload : plan.snapshot().running()) {
            found.put(runningWorkload.id().value(), nodes(runningWorkload.placement()));
        }
        return found;
    }

    private static String nodes(Placement placement) {
        return String.join(
                " ", placement.seats().stream().map(Placement.NodeAllocation::node).toList());
    }

    public Placement placement(String name) {
        return plan.snapshot().running().stream()
                .filter(runningWorkload -> runningWorkload.id().value().equals(name))
                .findFirst()
                .orElseThrow()
                .placement();
    }

    /** Who was told to stop by the last plan. */
    public List<String> stopped() {
        return plan.actions().stream()
                .filter(Decision.Preempt.class::isInstance)
                .map(decision -> decision.workload().value())
                .toList();
    }

    public Decision decision(String name) {
        return plan.decision(new WorkloadId(name)).orElseThrow();
    }

    public Cause cause(String name) {
        return ((Decision.Wait) decision(name)).cause();
    }

    public Reservation promise(String name) {
        return plan.reservation(new WorkloadId(name)).orElseThrow();
    }

    public boolean waits(String name) {
        return decision(name) instanceof Decision.Wait;
    }
}
