package slipway.simulate.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import slipway.base.TeamId;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/** Default clusters for traces without one. */
public final class TraceClusters {

    private static final String TYPE = "GPU";

    private TraceClusters() {}

    /** The cluster of Pollux's authors: 16 nodes with 4 accelerators. */
    public static TraceCluster pollux() {
        return TraceCluster.of(TYPE, 16, PolluxTrace.PER_NODE);
    }

    /** A part of this many nodes with 8 accelerators, at least those of the largest job. */
    public static TraceCluster scaledDown(int nodes, double shrink, List<TraceJob> jobs) {
        return TraceCluster.of(
                TYPE, Math.max(scaled(nodes, shrink), largest(jobs)), VirtualClusters.PER_NODE);
    }

    /** One cluster for all virtual clusters: each is a team that is guaranteed its own nodes and may borrow others. */
    public static TraceCluster singleCluster(
            Trace trace, Map<String, Integer> sizes, double shrink) {
        List<TeamQuotas> teams = new ArrayList<>();
        int sum = 0;
        for (Map.Entry<String, List<TraceJob>> queue : trace.byQueue().entrySet()) {
            int nodes = scaled(sizes.getOrDefault(queue.getKey(), 0), shrink);
            TeamId team = queue.getValue().getFirst().team();
            sum += nodes;
            teams.add(
                    TeamQuotas.of(team)
                            .withQuota(
                                    TeamQuotas.ANY,
                                    TeamQuotas.Quota.of(nodes * VirtualClusters.PER_NODE)));
        }
        int count = Math.max(Math.max(1, sum), largest(trace.jobs()));
        return TraceCluster.of(TYPE, count, VirtualClusters.PER_NODE).withTeams(teams);
    }

    private static int scaled(int nodes, double shrink) {
        return (int) Math.ceil(nodes * shrink);
    }

    private static int largest(List<TraceJob> jobs) {
        return jobs.stream()
                .mapToInt(traceJob -> traceJob.request().gang().nodes())
                .max()
                .orElse(1);
    }

    /**
     * As large as the dump shows: for each type, nodes with as many accelerators as a job had on one node, and enough
     * of them for the peak use.
     */
    public static TraceCluster fromPeakUse(Trace trace) {
        Map<String, List<TraceJob>> byType = new TreeMap<>();
        trace.jobs()
                .forEach(
                        traceJob ->
                                byType.computeIfAbsent(type(traceJob), _ -> new ArrayList<>())
                                        .add(traceJob));
        List<Node> nodes = new ArrayList<>();
        byType.forEach(
                (type, jobs) -> {
                    int perNode =
                            jobs.stream()
                                    .mapToInt(traceJob -> traceJob.request().accelerators().count())
                                    .max()
                                    .orElse(1);
                    int count = Math.max(Math.ceilDiv(peak(jobs), perNode), largest(jobs));
                    for (int number = 1; number <= count; number++) {
                        String name = TeamNames.plain(type) + "-" + number;
                        nodes.add(
                                Node.of(name, Node.Devices.of(type, perNode), TraceCluster.PLENTY));
                    }
                });
        return new TraceCluster(nodes, List.of(), SchedulingPolicy.DEFAULT, FailureModel.NONE);
    }

    private static String type(TraceJob traceJob) {
        List<String> types = traceJob.request().accelerators().types();
        return types.isEmpty() ? TYPE : types.getFirst();
    }

    /** The peak number of accelerators in use. */
    private static int peak(List<TraceJob> jobs) {
        record Step(long at, int by) {}
        List<Step> steps = new ArrayList<>();
        for (TraceJob traceJob : jobs) {
            int accelerators = traceJob.totalThousandths() / Node.Devices.WHOLE;
            steps.add(new Step(traceJob.recorded().actualStart().toEpochMilli(), accelerators));
            steps.add(
                    new Step(
                            traceJob.recorded()
                                    .actualStart()
                                    .plus(traceJob.duration())
                                    .toEpochMilli(),
                            -accelerators));
        }
        steps.sort(Comparator.comparingLong(Step::at).thenComparingInt(Step::by));
        int now = 0;
        int most = 0;
        for (Step step : steps) {
            now += step.by();
            most = Math.max(most, now);
        }
        return most;
    }
}
