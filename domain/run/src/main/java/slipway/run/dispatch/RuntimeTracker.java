package slipway.run.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.history.RuntimeHistory;
import slipway.schedule.history.SimilarityKey;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.RuntimeEstimate;

/**
 * Feeds the history of run times, from which the scheduler learns estimates and ranks, and remembers the ranks. A
 * workload is added to the history once, however often the plan is rebuilt.
 */
final class RuntimeTracker {

    private final RuntimeHistory runtimeHistory = new RuntimeHistory();

    /** The ranks that the runtime history has assigned. */
    private final Map<WorkloadId, Long> ranks = new HashMap<>();

    Optional<Instant> nextRankChange() {
        return runtimeHistory.nextRankChange();
    }

    RuntimeHistory.Prediction predict(Workload draft, Instant now) {
        return runtimeHistory.predict(draft.id(), similarityKey(draft), now);
    }

    Optional<RuntimeEstimate> estimate(WorkloadId id) {
        return runtimeHistory.estimate(id);
    }

    long knownRank(WorkloadId id) {
        return ranks.getOrDefault(id, 0L);
    }

    /** The rank by history; adds the workload to the history if it is new. */
    long rank(Workload workload, Instant now) {
        WorkloadId id = workload.id();
        Optional<Long> known = Optional.ofNullable(ranks.get(id));
        if (known.isPresent()) {
            return known.get();
        }
        long rank = runtimeHistory.submitted(id, similarityKey(workload), now);
        ranks.put(id, rank);
        if (workload.state() instanceof WorkloadState.Running(_, var since)) {
            runtimeHistory.started(id, since);
        }
        return rank;
    }

    private static SimilarityKey similarityKey(Workload workload) {
        return new SimilarityKey(
                workload.team(),
                Optional.of(workload.spec().execution().program().run()),
                workload.spec().scheduling().gang().nodes());
    }

    List<Change> rankChanges(Instant now) {
        List<Change> rankChanges = runtimeHistory.rankChanges(now);
        for (Change change : rankChanges) {
            if (change instanceof Change.Ranked(var id, var rank)) {
                ranks.put(id, rank);
            }
        }
        return rankChanges;
    }

    void started(WorkloadId id, Instant since) {
        runtimeHistory.started(id, since);
    }

    /** The attempt ended and the workload is queued again; returns its new rank. */
    long requeued(Workload workload, Instant now) {
        long rank = runtimeHistory.stopped(workload.id(), workload.history().completedWork(), now);
        ranks.put(workload.id(), rank);
        return rank;
    }

    /** The workload has ended; a run time of a workload that was cut short teaches nothing. */
    void ended(WorkloadId id, Optional<Duration> totalRunTime) {
        ranks.remove(id);
        totalRunTime.ifPresentOrElse(
                time -> runtimeHistory.ended(id, time), () -> runtimeHistory.dropped(id));
    }
}
