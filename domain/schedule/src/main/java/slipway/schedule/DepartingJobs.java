package slipway.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.WorkloadId;

/**
 * The running jobs that will leave early: those that have to stop or move, and those that are backfilled before a
 * reservation.
 */
final class DepartingJobs {

    private final Map<WorkloadId, RunningJob> departing = new TreeMap<>();
    private final Map<WorkloadId, Map<WorkloadId, RunningJob>> byReservationHolder =
            new HashMap<>();

    void add(RunningJob runningJob) {
        WorkloadId id = runningJob.running().id();
        if (runningJob.departing()) {
            departing.put(id, runningJob);
        }
        Optional<WorkloadId> backfilledBefore = runningJob.running().backfilledBefore();
        backfilledBefore.ifPresent(
                holder ->
                        byReservationHolder
                                .computeIfAbsent(holder, _ -> new TreeMap<>())
                                .put(id, runningJob));
    }

    void remove(RunningJob runningJob) {
        WorkloadId id = runningJob.running().id();
        departing.remove(id);
        runningJob
                .running()
                .backfilledBefore()
                .ifPresent(
                        holder ->
                                byReservationHolder.computeIfPresent(
                                        holder,
                                        (_, jobs) -> {
                                            jobs.remove(id);
                                            return jobs.isEmpty() ? null : jobs;
                                        }));
    }

    /** In the order of their ids. */
    List<RunningJob> departing() {
        return List.copyOf(departing.values());
    }

    boolean isAnyDeparting() {
        return !departing.isEmpty();
    }

    boolean isAnyBackfilledBefore(WorkloadId holder) {
        return byReservationHolder.containsKey(holder);
    }

    /** The jobs that are backfilled before this holder's reservation, in the order of their ids. */
    List<RunningJob> backfilledBefore(WorkloadId holder) {
        return new ArrayList<>(byReservationHolder.getOrDefault(holder, Map.of()).values());
    }
}
