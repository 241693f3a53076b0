package slipway.server.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.run.attempt.UsageSamples;
import slipway.run.lifecycle.Workload;
import slipway.surface.run.server.pages.ClusterPage;
import slipway.surface.run.server.pages.PendingItem;
import slipway.surface.run.server.pages.QueuePage;
import slipway.surface.run.server.pages.RunningItem;
import slipway.surface.run.server.pages.VisibleWorkloads;
import slipway.surface.web.component.RoundedNumbers;
import slipway.surface.web.component.Sparkline;

/**
 * Running workloads, pending workloads with their reasons, and wasted capacity.
 *
 * @param cluster all accelerators, for users who may see the nodes
 * @param next the workload that starts next
 */
public record HomeWorkloads(
        Optional<ClusterPage> cluster,
        List<Run> running,
        long runs,
        List<PendingItem> waiting,
        long waits,
        Optional<QueuePage.Next> next,
        List<WastedCapacity> wasted) {

    private static final int MAX_ROWS = 10;
    private static final int MAX_POINTS = 48;

    /** A running workload with the recent utilization of its resources. */
    public record Run(RunningItem row, Sparkline spark) {}

    static HomeWorkloads of(VisibleWorkloads workloads) {
        Optional<ClusterPage> cluster =
                workloads.principal().mayAnywhere(Permission.NODES_READ)
                        ? Optional.of(ClusterPage.of(workloads))
                        : Optional.empty();
        List<RunningItem> running = workloads.running();
        List<Workload> waiting = workloads.waiting();
        return new HomeWorkloads(
                cluster,
                running.stream().limit(MAX_ROWS).map(row -> run(row, workloads)).toList(),
                running.size(),
                waiting.stream()
                        .limit(MAX_ROWS)
                        .map(pending -> PendingItem.of(pending, workloads))
                        .toList(),
                waiting.size(),
                QueuePage.next(waiting, workloads),
                WastedCapacity.of(workloads, cluster));
    }

    private static Run run(RunningItem row, VisibleWorkloads workloads) {
        List<Double> shares =
                workloads
                        .runner()
                        .find(row.face().id(), workloads::maySee)
                        .map(workload -> utilization(workload, workloads))
                        .orElse(List.of());
        return new Run(row, Sparkline.utilization(shares));
    }

    /** Utilization of its accelerators, otherwise of its CPU cores; the newest last. */
    private static List<Double> utilization(Workload workload, VisibleWorkloads workloads) {
        UsageSamples samples = UsageSamples.of(workloads.runner().directory(workload.attempt()));
        double cores = Math.max(1, workloads.cpus(workload) / 1_000.0);
        List<Double> shares = new ArrayList<>();
        int size = samples.samples().size();
        for (int at = Math.max(0, size - MAX_POINTS); at < size; at++) {
            var utilisation = samples.samples().get(at).utilisation();
            var busy = samples.processors(at);
            if (utilisation.isPresent()) {
                shares.add(utilisation.getAsDouble());
            } else if (busy.isPresent()) {
                shares.add(RoundedNumbers.hundredths(Math.min(1, busy.getAsDouble() / cores)));
            }
        }
        return shares;
    }
}
