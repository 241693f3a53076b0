package slipway.simulate.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import slipway.base.TeamId;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.SchedulingPolicy;
import slipway.schedule.picture.TeamQuotas;

/** Grounds for traces that come without one. */
public final class Grounds {

    private static final String TYPE = "GPU";

    private Grounds() {}

    /** The cluster of Pollux's authors: 16 nodes with 4 accelerators. */
    public static Ground pollux() {
        return Ground.of(TYPE, 16, Pollux.PER_NODE);
    }

    /** A part of so many nodes with 8 accelerators, but never fewer than the largest job needs. */
    public static Ground shrunk(int nodes, double shrink, List<Job> jobs) {
        return Ground.of(
                TYPE, Math.max(part(nodes, shrink), largest(jobs)), VirtualClusters.PER_NODE);
    }

    /** One cluster for all virtual ones: each is a team that is guaranteed its own nodes and may borrow the others'. */
    public static Ground shared(Trace trace, Map<String, Integer> sizes, double shrink) {
        List<TeamQuotas> teams = new ArrayList<>();
        int sum = 0;
        for (Map.Entry<String, List<Job>> queue : trace.byQueue().entrySet()) {
            int nodes = part(sizes.getOrDefault(queue.getKey(), 0), shrink);
            TeamId team = queue.getValue().getFirst().team();
            sum += nodes;
            teams.add(
                    TeamQuotas.of(team)
                            .with(
                                    TeamQuotas.ANY,
                                    TeamQuotas.Quota.of(nodes * VirtualClusters.PER_NODE)));
        }
        int count = Math.max(Math.max(1, sum), largest(trace.jobs()));
        return Ground.of(TYPE, count, VirtualClusters.PER_NODE).among(teams);
    }

    private static int part(int nodes, double shrink) {
        return (int) Math.ceil(nodes * shrink);
    }

    private static int largest(List<Job> jobs) {
        return jobs.stream().mapToInt(traceJob -> traceJob.ask().gang().nodes()).max().orElse(1);
    }

    /**
     * As large as the dump shows: of each type, nodes with as many accelerators as a job had on one, and as many of
     * them as were in use at once in its busiest moment.
     */
    public static Ground busiest(Trace trace) {
        Map<String, List<Job>> byType = new TreeMap<>();
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
                                    .mapToInt(traceJob -> traceJob.ask().need().count())
                                    .max()
                                    .orElse(1);
                    int count = Math.max(Math.ceilDiv(peak(jobs), perNode), largest(jobs));
                    for (int number = 1; number <= count; number++) {
                        String name = Teams.plain(type) + "-" + number;
                        nodes.add(Node.of(name, Node.Devices.of(type, perNode), Ground.PLENTY));
                    }
                });
        return new Ground(nodes, List.of(), SchedulingPolicy.USUAL, Troubles.NONE);
    }

    private static String type(Job traceJob) {
        List<String> types = traceJob.ask().need().types();
        return types.isEmpty() ? TYPE : types.getFirst();
    }

    /** The most accelerators in use at once. */
    private static int peak(List<Job> jobs) {
        record Step(long at, int by) {}
        List<Step> steps = new ArrayList<>();
        for (Job traceJob : jobs) {
            int accelerators = traceJob.whole() / Node.Devices.WHOLE;
            steps.add(new Step(traceJob.truth().started().toEpochMilli(), accelerators));
            steps.add(
                    new Step(
                            traceJob.truth().started().plus(traceJob.takes()).toEpochMilli(),
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
