package slipway.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import slipway.base.TeamId;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * An oracle for quotas: computed from the snapshot by the rules as documented, without any scheduler code. Only for
 * teams without hierarchy and without guarantees in whole nodes.
 */
record QuotaOracle(ClusterSnapshot cluster) {

    /**
     * The highest priority first, then the oldest: the order in which a team's placements count against its guarantee.
     */
    private static final Comparator<RunningWorkload> RETENTION_ORDER =
            Comparator.<RunningWorkload, Integer>comparing(
                            each -> -each.workload().attributes().priority().level())
                    .thenComparing(RunningWorkload::since)
                    .thenComparing(RunningWorkload::id);

    /** Thousandths of accelerators of this type that are guaranteed to the team and unused. */
    int unused(TeamId team, String type) {
        int used =
                runningOf(team, type).stream()
                        .flatMap(QuotaOracle::placements)
                        .mapToInt(Placement::totalThousandths)
                        .sum();
        return guarantee(team, type) - used;
    }

    private int guarantee(TeamId id, String type) {
        return cluster.teams().stream()
                .filter(
                        teamQuotas ->
                                teamQuotas.id().equals(id) && teamQuotas.quotas().containsKey(type))
                .mapToInt(teamQuotas -> teamQuotas.quotas().get(type).guarantee())
                .sum();
    }

    /** Whether enough accelerators of this type are healthy for all guarantees. */
    boolean isCovered(String type) {
        int guaranteed =
                cluster.teams().stream()
                        .mapToInt(teamQuotas -> guarantee(teamQuotas.id(), type))
                        .sum();
        int healthy =
                cluster.nodes().stream()
                        .filter(node -> node.condition() == Node.Condition.READY)
                        .filter(node -> node.devices().type().equals(type))
                        .mapToInt(node -> node.devices().count() * Node.Devices.WHOLE)
                        .sum();
        return guaranteed <= healthy;
    }

    /** The placements of this type beyond the guarantees of their teams, and those of departing jobs. */
    List<RunningWorkload> borrowingJobs(String type) {
        List<RunningWorkload> found = new ArrayList<>();
        for (TeamQuotas teamQuotas : cluster.teams()) {
            List<RunningWorkload> staying = new ArrayList<>(runningOf(teamQuotas.id(), type));
            staying.removeIf(
                    each -> {
                        boolean goes =
                                each.departure().isPresent()
                                        && each.departure().get().to().isEmpty();
                        if (goes) {
                            found.add(each);
                        }
                        return goes;
                    });
            staying.sort(RETENTION_ORDER);
            int has = staying.stream().mapToInt(each -> each.placement().totalThousandths()).sum();
            while (has > guarantee(teamQuotas.id(), type)) {
                RunningWorkload last = staying.removeLast();
                has -= last.placement().totalThousandths();
                if (last.departure().isEmpty()) {
                    found.add(last);
                }
            }
        }
        return found;
    }

    private List<RunningWorkload> runningOf(TeamId team, String type) {
        return cluster.running().stream()
                .filter(each -> each.workload().team().equals(team))
                .filter(each -> type(each).equals(type))
                .toList();
    }

    private String type(RunningWorkload runningWorkload) {
        String first = runningWorkload.placement().seats().getFirst().node();
        return cluster.nodes().stream()
                .filter(node -> node.name().equals(first))
                .findFirst()
                .orElseThrow()
                .devices()
                .type();
    }

    private static Stream<Placement> placements(RunningWorkload runningWorkload) {
        return Stream.concat(
                Stream.of(runningWorkload.placement()),
                runningWorkload.departure().flatMap(RunningWorkload.Departure::to).stream());
    }

    /** The part of a guarantee that this request takes, where accelerators are allocated in the coarsest fractions. */
    int takes(ResourceRequest resourceRequest, String type) {
        return cluster.nodes().stream()
                .filter(node -> node.devices().type().equals(type))
                .mapToInt(
                        node ->
                                node.devices().roundUp(resourceRequest.accelerators().thousandths())
                                        * resourceRequest.accelerators().count()
                                        * resourceRequest.gang().nodes())
                .max()
                .orElse(Integer.MAX_VALUE);
    }

    /** Whether the request fits the nodes of this type that are not booked, without these jobs. */
    boolean fits(ResourceRequest resourceRequest, String type, List<RunningWorkload> gone) {
        Map<String, Integer> byRack = new HashMap<>();
        for (Node node : cluster.nodes()) {
            if (node.devices().type().equals(type) && hasCapacity(node, resourceRequest, gone)) {
                boolean close =
                        resourceRequest.gang().within() == ResourceRequest.TopologyDomain.RACK;
                byRack.merge(close ? node.topology().rack() : "", 1, Integer::sum);
            }
        }
        return byRack.values().stream().anyMatch(nodes -> nodes >= resourceRequest.gang().nodes());
    }

    private boolean hasCapacity(
            Node node, ResourceRequest resourceRequest, List<RunningWorkload> gone) {
        int[] free = new int[node.devices().count()];
        java.util.Arrays.fill(free, Node.Devices.WHOLE);
        long cpus = (long) node.machine().cpus() - resourceRequest.machine().cpus();
        long memory = node.machine().memory().count() - resourceRequest.machine().memory().count();
        for (RunningWorkload runningWorkload : cluster.running()) {
            List<NodeAllocation> here =
                    placements(runningWorkload)
                            .flatMap(place -> place.seats().stream())
                            .filter(allocation -> allocation.node().equals(node.name()))
                            .toList();
            if (!here.isEmpty() && !gone.contains(runningWorkload)) {
                here.forEach(
                        allocation ->
                                allocation
                                        .devices()
                                        .forEach(
                                                device ->
                                                        free[device] -= allocation.thousandths()));
                cpus -= runningWorkload.workload().request().machine().cpus();
                memory -= runningWorkload.workload().request().machine().memory().count();
            }
        }
        int needed = node.devices().roundUp(resourceRequest.accelerators().thousandths());
        long enough = java.util.Arrays.stream(free).filter(each -> each >= needed).count();
        return node.condition() == Node.Condition.READY
                && node.suits(resourceRequest)
                && !resourceRequest.constraints().excluded().containsKey(node.name())
                && cluster.bookings().stream().noneMatch(it -> it.nodes().contains(node.name()))
                && cpus >= 0
                && memory >= 0
                && enough >= resourceRequest.accelerators().count();
    }

    /** When the last of these may be preempted. */
    Instant preemptibleAt(List<RunningWorkload> victims, Instant now) {
        return victims.stream()
                .filter(each -> each.departure().isEmpty())
                .map(each -> each.since().plus(SchedulerPropertiesTest.minimumRun(each, cluster)))
                .filter(at -> at.isAfter(now))
                .max(Comparator.naturalOrder())
                .orElse(now);
    }
}
