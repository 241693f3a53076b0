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
import slipway.schedule.EventScripts;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Cause;
import slipway.schedule.decision.Decision;

/** A small cluster to which events happen step by step. Minutes count from its start. */
public final class ClusterScenario {

    public static final SchedulingPolicy POLICY =
            SchedulingPolicy.DEFAULT.withPreemptionTimes(
                    Duration.ofMinutes(5), Duration.ofMinutes(1));

    private Schedule plan;

    private ClusterScenario(ClusterSnapshot clusterSnapshot) {
        plan = Scheduler.decide(clusterSnapshot, at(0));
    }

    public static ClusterScenario of(
            SchedulingPolicy schedulingPolicy, List<Node> nodes, TeamQuotas... teams) {
        return of(schedulingPolicy, nodes, List.of(), teams);
    }

    public static ClusterScenario of(
            SchedulingPolicy schedulingPolicy,
            List<Node> nodes,
            List<Booking> bookings,
            TeamQuotas... teams) {
        List<TeamQuotas> all = new ArrayList<>(List.of(TeamQuotas.of(TeamId.ALL)));
        all.addAll(List.of(teams));
        return new ClusterScenario(
                ClusterSnapshot.of(nodes, all).withPolicy(schedulingPolicy).withBookings(bookings));
    }

    // Values.

    public static Instant at(long minutes) {
        return EventScripts.START.plus(Duration.ofMinutes(minutes));
    }

    /** A node with this many H100. */
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

    /** A job that takes exactly this many minutes. */
    public static SchedulableWorkload job(
            String name, String team, ResourceRequest resourceRequest, long minutes) {
        return job(name, team, resourceRequest, exactly(minutes));
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
                SchedulableWorkload.Times.of(EventScripts.START, runtimeEstimate));
    }

    public static RuntimeEstimate exactly(long minutes) {
        Duration exactly = Duration.ofMinutes(minutes);
        return RuntimeEstimate.of(exactly, exactly, exactly, RuntimeEstimate.Source.PLAN);
    }

    public static SchedulableWorkload highPriority(SchedulableWorkload schedulableWorkload) {
        return schedulableWorkload.withAttributes(
                schedulableWorkload.attributes().withPriority(SchedulableWorkload.Priority.HIGH));
    }

    public static SchedulableWorkload checkpointing(SchedulableWorkload schedulableWorkload) {
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

    // Events.

    public ClusterScenario submit(long minute, SchedulableWorkload... workloads) {
        Change[] changes = new Change[workloads.length];
        for (int each = 0; each < changes.length; each++) {
            changes[each] = new Change.Submitted(workloads[each]);
        }
        return step(minute, changes);
    }

    public ClusterScenario step(long minute, Change... changes) {
        plan = Scheduler.next(plan, List.of(changes), at(minute));
        return this;
    }

    public ClusterScenario ended(long minute, String name) {
        return step(minute, new Change.Ended(new WorkloadId(name)));
    }

    public ClusterScenario stopped(long minute, String name) {
        return step(minute, new Change.Requeued(new WorkloadId(name), Duration.ZERO));
    }

    public ClusterScenario checkpointed(long minute, String name) {
        return step(minute, new Change.Checkpointed(new WorkloadId(name), at(minute)));
    }

    public ClusterScenario condition(long minute, Node node, Node.Condition condition) {
        return step(minute, new Change.NodeChanged(node.withCondition(condition)));
    }

    // State.

    /** The nodes of each running job, as in {@code "a" -> "n1 n2"}. */
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

    /** The jobs that the last schedule preempted. */
    public List<String> preemptedJobs() {
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

    public Reservation reservation(String name) {
        return plan.reservation(new WorkloadId(name)).orElseThrow();
    }

    public boolean isPending(String name) {
        return decision(name) instanceof Decision.Wait;
    }
}
