package slipway.server.web.home;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.run.Workload;
import slipway.server.web.cluster.ClusterView;
import slipway.server.web.cluster.Samples;
import slipway.server.web.part.Rounded;
import slipway.server.web.part.Spark;
import slipway.server.web.queue.QueueView;
import slipway.server.web.queue.RunningRow;
import slipway.server.web.queue.Scene;
import slipway.server.web.queue.WaitingRow;

/**
 * What runs, what waits and why, and what is wasted.
 *
 * @param cluster every accelerator, for whoever may see the nodes
 * @param next who starts next
 */
public record HomeWork(
        Optional<ClusterView> cluster,
        List<Run> running,
        long runs,
        List<WaitingRow> waiting,
        long waits,
        Optional<QueueView.Next> next,
        List<Waste> wasted) {

    private static final int MOST = 10;
    private static final int POINTS = 48;

    /** One that runs, and how much it used of what it holds. */
    public record Run(RunningRow row, Spark spark) {}

    static HomeWork of(Scene visibleWorkloads) {
        Optional<ClusterView> cluster =
                visibleWorkloads.visitor().mayAnywhere(Permission.NODES_READ)
                        ? Optional.of(ClusterView.of(visibleWorkloads))
                        : Optional.empty();
        List<RunningRow> running = visibleWorkloads.running();
        List<Workload> waiting = visibleWorkloads.waiting();
        return new HomeWork(
                cluster,
                running.stream().limit(MOST).map(row -> run(row, visibleWorkloads)).toList(),
                running.size(),
                waiting.stream()
                        .limit(MOST)
                        .map(each -> WaitingRow.of(each, visibleWorkloads))
                        .toList(),
                waiting.size(),
                QueueView.next(waiting, visibleWorkloads),
                Waste.of(visibleWorkloads, cluster));
    }

    private static Run run(RunningRow row, Scene visibleWorkloads) {
        List<Double> shares =
                visibleWorkloads
                        .runner()
                        .find(row.face().id(), visibleWorkloads::sees)
                        .map(workload -> shares(workload, visibleWorkloads))
                        .orElse(List.of());
        return new Run(row, Spark.utilisation(shares));
    }

    /** Of its accelerators, else of its processors; the newest last. */
    private static List<Double> shares(Workload workload, Scene visibleWorkloads) {
        Samples usageSamples = Samples.of(visibleWorkloads.runner().directory(workload.attempt()));
        double held = Math.max(1, visibleWorkloads.cpus(workload) / 1_000.0);
        List<Double> shares = new ArrayList<>();
        int size = usageSamples.all().size();
        for (int at = Math.max(0, size - POINTS); at < size; at++) {
            var utilisation = usageSamples.all().get(at).utilisation();
            var busy = usageSamples.processors(at);
            if (utilisation.isPresent()) {
                shares.add(utilisation.getAsDouble());
            } else if (busy.isPresent()) {
                shares.add(Rounded.hundredths(Math.min(1, busy.getAsDouble() / held)));
            }
        }
        return shares;
    }
}
