package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Explanation;
import slipway.schedule.decision.Forecast;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * The scheduler: a snapshot in, a decision for every workload out. Pure: no clock, no disk, no randomness. The server,
 * {@code explain}, {@code --dry-run}, the forecast and the simulator all call these functions and no others.
 */
public final class Scheduler {

    /** The default horizon of a forecast. */
    public static final Duration HORIZON = Duration.ofDays(30);

    public static final ProblemCode UNKNOWN_TEAM =
            ProblemCode.of(
                    ProblemKind.INVALID, "unknown-team", "The cluster knows no team of this name.");
    public static final ProblemCode UNKNOWN_TYPE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "unknown-accelerator",
                    "No node has an accelerator of this type.");
    public static final ProblemCode TOO_LARGE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "ask-too-large",
                    "The request could never run, even if everything were free.");
    public static final ProblemCode OVER_LIMIT =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "ask-over-limit",
                    "The request is more than the team may ever use at once.");

    private static final int FORECAST_LIMIT = 1_000;

    private Scheduler() {}

    /** Schedules from scratch. */
    public static Schedule decide(ClusterSnapshot clusterSnapshot, Instant now) {
        return decide(new ClusterIndex(clusterSnapshot), now);
    }

    /**
     * Continues the last schedule, whose decisions count as carried out, with what happened since. It equals {@link
     * #decide} on the same snapshot, and its cost grows with the changes only.
     */
    public static Schedule next(Schedule previous, List<Change> changes, Instant now) {
        ClusterIndex clusterIndex = previous.takeIndex();
        for (Change change : changes) {
            clusterIndex = ChangeApplier.apply(clusterIndex, change, now);
        }
        return decide(clusterIndex, now);
    }

    private static Schedule decide(ClusterIndex clusterIndex, Instant now) {
        return new Schedule(clusterIndex, now, new Cycle(clusterIndex, now).run());
    }

    /**
     * Forecasts when these workloads will start, and the first thousand before them. It runs the same decisions forward
     * three times, with every workload taking the low end, the middle and the high end of its estimate.
     */
    public static Forecast forecast(
            ClusterSnapshot clusterSnapshot, Set<WorkloadId> ids, Duration horizon, Instant now) {
        int others = ids.isEmpty() ? FORECAST_LIMIT : 0;
        List<Forecast.Run> runs =
                Stream.<Function<RuntimeEstimate, Duration>>of(
                                RuntimeEstimate::low,
                                RuntimeEstimate::middle,
                                RuntimeEstimate::high)
                        .parallel()
                        .map(
                                end ->
                                        new ForwardRun(clusterSnapshot, now, horizon, end)
                                                .until(ids, others))
                        .toList();
        return Forecast.of(runs.get(0), runs.get(1), runs.get(2));
    }

    /** Explains why it waits, when it will start and what would help; empty if it does not exist. */
    public static Optional<Explanation> explain(
            ClusterSnapshot clusterSnapshot, WorkloadId id, Instant now) {
        return workload(clusterSnapshot, id)
                .map(
                        schedulableWorkload ->
                                new ExplanationBuilder(clusterSnapshot, now, HORIZON)
                                        .explain(schedulableWorkload));
    }

    /** Explains a changed pending workload, or a new one. */
    public static Explanation whatIf(
            ClusterSnapshot clusterSnapshot, SchedulableWorkload changed, Instant now) {
        check(clusterSnapshot, changed);
        return new ExplanationBuilder(
                        ExplanationBuilder.with(clusterSnapshot, changed), now, HORIZON)
                .explain(changed);
    }

    /**
     * The admission check: whether it could ever run on this cluster.
     *
     * @throws Problem if it could not, with a request that would fit
     */
    public static void check(
            ClusterSnapshot clusterSnapshot, SchedulableWorkload schedulableWorkload) {
        new FeasibilityCheck(clusterSnapshot, schedulableWorkload).check();
    }

    private static Optional<SchedulableWorkload> workload(
            ClusterSnapshot clusterSnapshot, WorkloadId id) {
        return Stream.concat(
                        clusterSnapshot.pending().stream().map(PendingWorkload::workload),
                        clusterSnapshot.running().stream().map(RunningWorkload::workload))
                .filter(schedulableWorkload -> schedulableWorkload.id().equals(id))
                .findFirst();
    }
}
