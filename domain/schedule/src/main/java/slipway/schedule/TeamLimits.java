package slipway.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Sees that a team stays within its limit when room is made for one of its own. Where the place alone does not bring
 * enough, more of the team's own go: those whose going loses the least.
 */
final class TeamLimits {

    private final PlacementRequest placementRequest;
    private final Map<RunningJob, PreemptionCandidates.Victim> able = new LinkedHashMap<>();

    TeamLimits(
            PlacementRequest placementRequest,
            Collection<List<PreemptionCandidates.Victim>> victims) {
        this.placementRequest = placementRequest;
        if (!placementRequest.waiter().team().isLimited()) {
            return;
        }
        victims.stream()
                .flatMap(List::stream)
                .filter(victim -> !victim.tenant().leaving())
                .sorted(PreemptionCandidates.LEAST_LOST)
                .forEach(victim -> able.putIfAbsent(victim.tenant(), victim));
    }

    /** If everybody went who may be told to. */
    FreedQuota atMost() {
        Map<RunningJob, Integer> all = new HashMap<>();
        able.keySet().forEach(runningJob -> all.put(runningJob, runningJob.whole()));
        return FreedQuota.by(all);
    }

    /** The asker when those who are told to go by then have gone: what fits a gap now may not do so then. */
    private PlacementRequest comes(long told) {
        return placementRequest.at(
                Math.max(placementRequest.now(), told) + placementRequest.waiter().notice());
    }

    /** The room with as many more to go as the limits ask for; nothing if they are not enough. */
    Optional<PreemptionPlanner.Room> relieve(PreemptionPlanner.Room room, String type) {
        Map<RunningJob, Integer> going = new LinkedHashMap<>();
        room.stopped().forEach(runningJob -> going.put(runningJob, runningJob.whole()));
        room.shrunk().forEach((runningJob, nodes) -> going.put(runningJob, on(runningJob, nodes)));
        List<RunningJob> stopped = new ArrayList<>(room.stopped());
        long at = room.at();
        int more = room.placement().totalThousandths();
        for (PreemptionCandidates.Victim victim : able.values()) {
            if (comes(at).isAllowed(type, more, FreedQuota.by(going))) {
                break;
            }
            RunningJob runningJob = victim.tenant();
            if (!going.containsKey(runningJob) && sharesLimit(runningJob, type)) {
                going.put(runningJob, runningJob.whole());
                stopped.add(runningJob);
                at = Math.max(at, victim.from());
            }
        }
        return comes(at).isAllowed(type, more, FreedQuota.by(going))
                ? Optional.of(
                        new PreemptionPlanner.Room(room.placement(), stopped, room.shrunk(), at))
                : Optional.empty();
    }

    private boolean sharesLimit(RunningJob runningJob, String type) {
        return placementRequest.waiter().team().path.stream()
                .anyMatch(
                        teamShare ->
                                runningJob.team.path.contains(teamShare)
                                        && teamShare.isLimiting(type, runningJob.type));
    }

    private static int on(RunningJob runningJob, Collection<String> nodes) {
        return runningJob.running().placement().seats().stream()
                .filter(seat -> nodes.contains(seat.node()))
                .mapToInt(NodeAllocation::totalThousandths)
                .sum();
    }
}
