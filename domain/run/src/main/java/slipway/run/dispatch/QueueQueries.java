package slipway.run.dispatch;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.journal.Journal;
import slipway.run.lifecycle.Submission;
import slipway.run.lifecycle.Workload;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Explanation;
import slipway.schedule.snapshot.ClusterSnapshot;

/** Answers questions about the queue with the scheduler's own snapshot, between two scheduling cycles. */
public final class QueueQueries {

    private final DispatchLoop dispatchLoop;
    private final AdmissionCheck admissionCheck;
    private final InstantSource clock;

    public QueueQueries(
            DispatchLoop dispatchLoop, AdmissionCheck admissionCheck, InstantSource clock) {
        this.dispatchLoop = dispatchLoop;
        this.admissionCheck = admissionCheck;
        this.clock = clock;
    }

    /** The scheduler's view of those of these workloads that are queued or placed. */
    public CurrentCauses currentCauses(List<WorkloadId> ids) {
        Instant now = clock.instant();
        return ids.isEmpty()
                ? CurrentCauses.EMPTY
                : Journal.await(
                        dispatchLoop.query(
                                feed ->
                                        new CurrentCauses(
                                                feed.causes(ids), feed.schedulable(ids, now))));
    }

    /** Explains why the workload is pending, when it will start and what would help; empty if it has ended. */
    public Optional<Explanation> explain(WorkloadId id) {
        Instant now = clock.instant();
        return Scheduler.explain(snapshot(now), id, now);
    }

    /** Forecasts all pending and running workloads in one pass. */
    public QueueForecast forecast() {
        Instant now = clock.instant();
        return QueueForecast.of(snapshot(now), now);
    }

    /** Dry run: explains what would happen to the workload if it were submitted now. */
    public Explanation dryRun(Submission submission) {
        admissionCheck.check(submission);
        Instant now = clock.instant();
        ClusterSnapshot clusterSnapshot = snapshot(now);
        Workload draft = admissionCheck.draft(submission);
        return Scheduler.whatIf(
                clusterSnapshot,
                Journal.await(dispatchLoop.query(feed -> feed.dryRun(draft, now))),
                now);
    }

    private ClusterSnapshot snapshot(Instant now) {
        return Journal.await(dispatchLoop.query(feed -> feed.snapshot(now)));
    }
}
