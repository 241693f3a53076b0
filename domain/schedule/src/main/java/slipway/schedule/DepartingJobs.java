package slipway.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.WorkloadId;

/** Who of the running will go before its time: those that were told to, and those that were let into a gap. */
final class DepartingJobs {

    private final Map<WorkloadId, RunningJob> leaving = new TreeMap<>();
    private final Map<WorkloadId, Map<WorkloadId, RunningJob>> gaps = new HashMap<>();

    void add(RunningJob runningJob) {
        WorkloadId id = runningJob.running().id();
        if (runningJob.leaving()) {
            leaving.put(id, runningJob);
        }
        Optional<WorkloadId> gap = runningJob.running().backfilledBefore();
        gap.ifPresent(of -> gaps.computeIfAbsent(of, _ -> new TreeMap<>()).put(id, runningJob));
    }

    void remove(RunningJob runningJob) {
        WorkloadId id = runningJob.running().id();
        leaving.remove(id);
        runningJob
                .running()
                .backfilledBefore()
                .ifPresent(
                        of ->
                                gaps.computeIfPresent(
                                        of,
                                        (_, there) -> {
                                            there.remove(id);
                                            return there.isEmpty() ? null : there;
                                        }));
    }

    /** By name. */
    List<RunningJob> leaving() {
        return List.copyOf(leaving.values());
    }

    boolean isAnybodyLeaving() {
        return !leaving.isEmpty();
    }

    boolean isAnybodyInGapOf(WorkloadId holder) {
        return gaps.containsKey(holder);
    }

    /** Who was let in before this one, by name. */
    List<RunningJob> inGapOf(WorkloadId holder) {
        return new ArrayList<>(gaps.getOrDefault(holder, Map.of()).values());
    }
}
