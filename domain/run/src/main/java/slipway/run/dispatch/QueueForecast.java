package slipway.run.dispatch;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import slipway.base.WorkloadId;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Decision;
import slipway.schedule.decision.Forecast;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.RunningWorkload;

/**
 * Forecast of the queue at one instant: the decision for each workload, and when each pending one will start. It is
 * computed once for all workloads, because explaining each would repeat the decision and the forward run.
 *
 * @param decisions one for each pending or running workload
 */
public record QueueForecast(
        ClusterSnapshot cluster, Map<WorkloadId, Decision> decisions, Forecast forecast) {

    private static final Comparator<PendingWorkload> QUEUE_ORDER =
            Comparator.<PendingWorkload>comparingInt(
                            each -> -each.workload().attributes().priority().level())
                    .thenComparingLong(each -> each.workload().rank())
                    .thenComparing(each -> each.workload().times().submitted())
                    .thenComparing(PendingWorkload::id);

    public QueueForecast {
        decisions = Map.copyOf(decisions);
    }

    public static QueueForecast of(ClusterSnapshot clusterSnapshot, Instant now) {
        return new QueueForecast(
                clusterSnapshot,
                Scheduler.decide(clusterSnapshot, now).decisions().stream()
                        .collect(Collectors.toMap(Decision::workload, Function.identity())),
                Scheduler.forecast(clusterSnapshot, Set.of(), Scheduler.HORIZON, now));
    }

    public Optional<Decision> decision(WorkloadId id) {
        return Optional.ofNullable(decisions.get(id));
    }

    /** The pending workloads in the order in which a team's own are considered: priority, rank, submission. */
    public List<PendingWorkload> pendingInOrder() {
        return cluster.pending().stream().sorted(QUEUE_ORDER).toList();
    }

    public Optional<RunningWorkload> running(WorkloadId id) {
        return cluster.running().stream().filter(each -> each.id().equals(id)).findFirst();
    }
}
