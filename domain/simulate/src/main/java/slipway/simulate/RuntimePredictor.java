package slipway.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.schedule.history.RuntimeHistory;
import slipway.schedule.history.RuntimeSources;
import slipway.schedule.history.SimilarityKey;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.simulate.trace.TraceJob;

/**
 * Predicts runtimes for the scheduler: from history, else from the requested limit, else unknown. The actual runtime of
 * a job becomes known only when it has ended.
 */
final class RuntimePredictor {

    private final RuntimeHistory runtimeHistory = new RuntimeHistory();
    private final SchedulingPolicy schedulingPolicy;

    RuntimePredictor(SchedulingPolicy schedulingPolicy) {
        this.schedulingPolicy = schedulingPolicy;
    }

    /** A new job, as the scheduler sees it. */
    SchedulableWorkload submitted(SimulatedJob simulatedJob) {
        TraceJob traceJob = simulatedJob.job;
        long rank =
                runtimeHistory.submitted(
                        simulatedJob.id, similarityKey(traceJob), traceJob.submitted());
        return SchedulableWorkload.of(
                        simulatedJob.id,
                        traceJob.team(),
                        traceJob.request(),
                        SchedulableWorkload.Times.of(traceJob.submitted(), estimate(simulatedJob)))
                .withAttributes(traceJob.attributes())
                .withRank(rank);
    }

    void started(SimulatedJob simulatedJob) {
        runtimeHistory.started(simulatedJob.id, Instant.ofEpochMilli(simulatedJob.resumes()));
    }

    /** The job is pending again, at another rank. */
    Change stopped(SimulatedJob simulatedJob, long now) {
        Duration retainedWork = Duration.ofMillis(simulatedJob.retainedWork());
        long rank =
                runtimeHistory.stopped(simulatedJob.id, retainedWork, Instant.ofEpochMilli(now));
        return new Change.Ranked(simulatedJob.id, rank);
    }

    void finished(SimulatedJob simulatedJob) {
        runtimeHistory.ended(simulatedJob.id, simulatedJob.job.duration());
    }

    void abandoned(SimulatedJob simulatedJob) {
        runtimeHistory.dropped(simulatedJob.id);
    }

    /** When a rank will change with time alone. */
    Optional<Instant> nextRankChange() {
        return runtimeHistory.nextRankChange();
    }

    List<Change> rankChanges(long now) {
        return runtimeHistory.rankChanges(Instant.ofEpochMilli(now));
    }

    private static SimilarityKey similarityKey(TraceJob traceJob) {
        String command =
                Stream.of(traceJob.labels().user(), traceJob.labels().name())
                        .filter(word -> !word.isEmpty())
                        .collect(Collectors.joining("/"));
        return new SimilarityKey(
                traceJob.team(),
                Optional.of(command).filter(it -> !it.isEmpty()),
                traceJob.totalThousandths());
    }

    private RuntimeEstimate estimate(SimulatedJob simulatedJob) {
        RuntimeSources runtimeSources =
                RuntimeSources.NONE.withHistory(runtimeHistory.estimate(simulatedJob.id));
        return simulatedJob
                .job
                .recorded()
                .limit()
                .map(runtimeSources::withLimit)
                .orElse(runtimeSources)
                .estimate(simulatedJob.job.attributes().kind(), schedulingPolicy.unknownRuntime());
    }
}
