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
 * What runs, what waits and why, and what is wasted.
 *
 * @param cluster every accelerator, for whoever may see the nodes
 * @param next who starts next
 */
public record HomeWorkloads(
        Optional<ClusterPage> cluster,
        List<Run> running,
        long runs,
        List<PendingItem> waiting,
        long waits,
        Optional<QueuePage.Next> next,
        List<WastedCapacity> wasted) {

    private static final int MOST = 10;
    private static final int POINTS = 48;

    /** One that runs, and how much it used of what it holds. */
    public record Run(RunningItem row, Sparkline spark) {}

    static HomeWorkloads of(VisibleWorkloads visibleWorkloads) {
        Optional<ClusterPage> cluster =
                visibleWorkloads.principal().mayAnywhere(Permission.NODES_READ)
                        ? Optional.of(ClusterPage.of(visibleWorkloads))
                        : Optional.empty();
        List<RunningItem> running = visibleWorkloads.running();
        List<Workload> waiting = visibleWorkloads.waiting();
        return new HomeWorkloads(
                cluster,
                running.stream().limit(MOST).map(row -> run(row, visibleWorkloads)).toList(),
                running.size(),
                waiting.stream()
                        .limit(MOST)
                        .map(each -> PendingItem.of(each, visibleWorkloads))
                        .toList(),
                waiting.size(),
                QueuePage.next(waiting, visibleWorkloads),
                WastedCapacity.of(visibleWorkloads, cluster));
    }

    private static Run run(RunningItem row, VisibleWorkloads visibleWorkloads) {
        List<Double> shares =
                visibleWorkloads
                        .runner()
                        .find(row.face().id(), visibleWorkloads::maySee)
                        .map(workload -> shares(workload, visibleWorkloads))
                        .orElse(List.of());
        return new Run(row, Sparkline.utilisation(shares));
    }

    /** Of its accelerators, else of its processors; the newest last. */
    private static List<Double> shares(Workload workload, VisibleWorkloads visibleWorkloads) {
        UsageSamples usageSamples =
                UsageSamples.of(visibleWorkloads.runner().directory(workload.attempt()));
        double held = Math.max(1, visibleWorkloads.cpus(workload) / 1_000.0);
        List<Double> shares = new ArrayList<>();
        int size = usageSamples.samples().size();
        for (int at = Math.max(0, size - POINTS); at < size; at++) {
            var utilisation = usageSamples.samples().get(at).utilisation();
            var busy = usageSamples.processors(at);
            if (utilisation.isPresent()) {
                shares.add(utilisation.getAsDouble());
            } else if (busy.isPresent()) {
                shares.add(RoundedNumbers.hundredths(Math.min(1, busy.getAsDouble() / held)));
            }
        }
        return shares;
    }
}
