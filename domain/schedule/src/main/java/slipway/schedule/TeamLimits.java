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
 * Extends a preemption plan so that the team stays within its limits: if the victims on the nodes do not free enough,
 * it adds more jobs of the team, those that lose the least first.
 */
final class TeamLimits {

    private final PlacementRequest placementRequest;
    private final Map<RunningJob, PreemptionCandidates.Victim> byJob = new LinkedHashMap<>();

    TeamLimits(
            PlacementRequest placementRequest,
            Collection<List<PreemptionCandidates.Victim>> victims) {
        this.placementRequest = placementRequest;
        if (!placementRequest.job().team().isLimited()) {
            return;
        }
        victims.stream()
                .flatMap(List::stream)
                .filter(victim -> !victim.job().departing())
                .sorted(PreemptionCandidates.LEAST_LOST)
                .forEach(victim -> byJob.putIfAbsent(victim.job(), victim));
    }

    /** If all possible victims left. */
    FreedQuota ifAllDeparted() {
        Map<RunningJob, Integer> all = new HashMap<>();
        byJob.keySet().forEach(runningJob -> all.put(runningJob, runningJob.thousandths()));
        return FreedQuota.by(all);
    }

    /** The request at the time when the victims have left: a job that fits a backfill window now may not fit then. */
    private PlacementRequest whenStarted(long noticeAt) {
        return placementRequest.at(
                Math.max(placementRequest.now(), noticeAt) + placementRequest.job().notice());
    }

    /** The plan with as many more victims as the limits require; empty if they are not enough. */
    Optional<PreemptionPlan> withinLimits(PreemptionPlan plan, String type) {
        Map<RunningJob, Integer> departing = new LinkedHashMap<>();
        plan.preempted().forEach(runningJob -> departing.put(runningJob, runningJob.thousandths()));
        plan.shrunk()
                .forEach(
                        (runningJob, nodes) ->
                                departing.put(runningJob, thousandthsOn(runningJob, nodes)));
        List<RunningJob> preempted = new ArrayList<>(plan.preempted());
        long from = plan.from();
        int more = plan.placement().totalThousandths();
        for (PreemptionCandidates.Victim victim : byJob.values()) {
            if (whenStarted(from).limitsAllow(type, more, FreedQuota.by(departing))) {
                break;
            }
            RunningJob runningJob = victim.job();
            if (!departing.containsKey(runningJob) && sharesLimit(runningJob, type)) {
                departing.put(runningJob, runningJob.thousandths());
                preempted.add(runningJob);
                from = Math.max(from, victim.from());
            }
        }
        return whenStarted(from).limitsAllow(type, more, FreedQuota.by(departing))
                ? Optional.of(new PreemptionPlan(plan.placement(), preempted, plan.shrunk(), from))
                : Optional.empty();
    }

    private boolean sharesLimit(RunningJob runningJob, String type) {
        return placementRequest.job().team().path.stream()
                .anyMatch(
                        teamShare ->
                                runningJob.team.path.contains(teamShare)
                                        && teamShare.isLimiting(type, runningJob.type));
    }

    private static int thousandthsOn(RunningJob runningJob, Collection<String> nodes) {
        return runningJob.running().placement().seats().stream()
                .filter(allocation -> nodes.contains(allocation.node()))
                .mapToInt(NodeAllocation::totalThousandths)
                .sum();
    }
}
