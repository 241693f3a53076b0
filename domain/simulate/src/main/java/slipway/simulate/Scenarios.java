package slipway.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.simulate.trace.Trace;
import slipway.simulate.trace.TraceCluster;
import slipway.simulate.trace.TraceClusters;
import slipway.simulate.trace.TraceJob;
import slipway.simulate.trace.Traces;

/**
 * Creates the scenarios of a study.
 *
 * @param dropped the jobs of the trace that were excluded, by reason
 */
record Scenarios(List<Scenario> all, Map<String, Integer> dropped) {

    Scenarios {
        all = List.copyOf(all);
    }

    static Scenarios of(Study study, Study.Parameters parameters) {
        return switch (study) {
            case Study.SlipwayTraceStudy(var trace, var cluster) ->
                    single(Traces.slipway(trace), TraceCluster.read(cluster), parameters);
            case Study.Philly philly -> philly(philly, parameters);
            case Study.Chronus(var file, var cluster, var shrink) -> {
                Trace trace = Traces.chronus(file);
                yield single(
                        trace,
                        read(cluster)
                                .orElseGet(
                                        () ->
                                                TraceClusters.singleCluster(
                                                        trace,
                                                        Traces.virtualClusters(Optional.empty()),
                                                        shrink)),
                        parameters);
            }
            case Study.Sacct(var file, var cluster) -> {
                Trace trace = Traces.sacct(file);
                yield single(
                        trace,
                        read(cluster).orElseGet(() -> TraceClusters.fromPeakUse(trace)),
                        parameters);
            }
            case Study.Pollux(var file, var cluster) ->
                    single(
                            Traces.pollux(file),
                            read(cluster).orElseGet(TraceClusters::pollux),
                            parameters);
        };
    }

    private static Optional<TraceCluster> read(Optional<Path> cluster) {
        return cluster.map(TraceCluster::read);
    }

    private static Scenarios single(
            Trace trace, TraceCluster traceCluster, Study.Parameters parameters) {
        TraceCluster cluster = traceCluster.withTeamsOf(trace.jobs());
        return new Scenarios(
                List.of(
                        new Scenario(
                                "", cluster, trace.jobs(), parameters.rework(), parameters.seed())),
                trace.dropped());
    }

    /** Replays each virtual cluster separately. */
    private static Scenarios philly(Study.Philly study, Study.Parameters parameters) {
        Map<String, Integer> sizes = Traces.virtualClusters(study.sizes());
        Trace trace = Traces.philly(study.trace(), sizes, study.window());
        // The trace has no runtime limits, and estimates from history are too wide for a
        // reservation.
        SchedulingPolicy schedulingPolicy = SchedulingPolicy.DEFAULT.withReservations(0);
        List<Scenario> all = new ArrayList<>();
        trace.byQueue()
                .forEach(
                        (queue, jobs) -> {
                            int nodes = sizes.getOrDefault(queue, 1);
                            TraceCluster traceCluster =
                                    TraceClusters.scaledDown(nodes, study.shrink(), jobs)
                                            .withPolicy(schedulingPolicy);
                            all.add(
                                    new Scenario(
                                            queue,
                                            traceCluster.withTeamsOf(jobs),
                                            jobs,
                                            parameters.rework(),
                                            parameters.seed()));
                        });
        return new Scenarios(all, trace.dropped());
    }

    /** The same with this many more accelerators in each cluster. */
    Scenarios plus(Study.Addition addition) {
        return new Scenarios(
                all.stream()
                        .map(
                                it ->
                                        it.withCluster(
                                                it.cluster()
                                                        .plus(addition.type(), addition.count())))
                        .toList(),
                dropped);
    }

    List<TraceJob> jobs() {
        return all.stream().flatMap(it -> it.jobs().stream()).toList();
    }
}
