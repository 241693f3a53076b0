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
 * Who has what, reckoned from the picture alone and as the rules are worded: nothing here asks the scheduler. Only for
 * teams beside each other, whose guarantees are not in whole nodes.
 */
record Ledger(ClusterSnapshot cluster) {

    /** The highest priority, then the oldest: in this order a team's placements count against its guarantee. */
    private static final Comparator<RunningWorkload> KEPT_LONGEST =
            Comparator.<RunningWorkload, Integer>comparing(
                            each -> -each.workload().attributes().priority().level())
                    .thenComparing(RunningWorkload::since)
                    .thenComparing(RunningWorkload::id);

    /** Thousandths of accelerators of this type that the team is guaranteed and does not use. */
    int unused(TeamId team, String type) {
        int used =
                of(team, type).stream()
                        .flatMap(Ledger::places)
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

    /** Whether there are as many healthy accelerators of this type as were guaranteed. */
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

    /** Everybody's placements of this type beyond what their teams are guaranteed, and those who go anyway. */
    List<RunningWorkload> borrowed(String type) {
        List<RunningWorkload> found = new ArrayList<>();
        for (TeamQuotas teamQuotas : cluster.teams()) {
            List<RunningWorkload> staying = new ArrayList<>(of(teamQuotas.id(), type));
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
            staying.sort(KEPT_LONGEST);
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

    private List<RunningWorkload> of(TeamId team, String type) {
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

    private static Stream<Placement> places(RunningWorkload runningWorkload) {
        return Stream.concat(
                Stream.of(runningWorkload.placement()),
                runningWorkload.departure().flatMap(RunningWorkload.Departure::to).stream());
    }

    /** What this ask takes of a team's guarantee, where accelerators are given in the coarsest parts. */
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

    /** Whether the whole of it fits on nodes of this type that are not booked, if these were gone. */
    boolean fits(ResourceRequest resourceRequest, String type, List<RunningWorkload> gone) {
        Map<String, Integer> byRack = new HashMap<>();
        for (Node node : cluster.nodes()) {
            if (node.devices().type().equals(type) && hasRoom(node, resourceRequest, gone)) {
                boolean close =
                        resourceRequest.gang().within() == ResourceRequest.TopologyDomain.RACK;
                byRack.merge(close ? node.topology().rack() : "", 1, Integer::sum);
            }
        }
        return byRack.values().stream().anyMatch(nodes -> nodes >= resourceRequest.gang().nodes());
    }

    private boolean hasRoom(
            Node node, ResourceRequest resourceRequest, List<RunningWorkload> gone) {
        int[] free = new int[node.devices().count()];
        java.util.Arrays.fill(free, Node.Devices.WHOLE);
        long cpus = (long) node.machine().cpus() - resourceRequest.machine().cpus();
        long memory = node.machine().memory().count() - resourceRequest.machine().memory().count();
        for (RunningWorkload runningWorkload : cluster.running()) {
            List<NodeAllocation> here =
                    places(runningWorkload)
                            .flatMap(place -> place.seats().stream())
                            .filter(seat -> seat.node().equals(node.name()))
                            .toList();
            if (!here.isEmpty() && !gone.contains(runningWorkload)) {
                here.forEach(
                        seat ->
                                seat.devices()
                                        .forEach(device -> free[device] -= seat.thousandths()));
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

    /** When the last of these may have been told to stop. */
    Instant stoppable(List<RunningWorkload> victims, Instant now) {
        return victims.stream()
                .filter(each -> each.departure().isEmpty())
                .map(each -> each.since().plus(SchedulerPropertiesTest.minimumRun(each, cluster)))
                .filter(at -> at.isAfter(now))
                .max(Comparator.naturalOrder())
                .orElse(now);
    }
}
