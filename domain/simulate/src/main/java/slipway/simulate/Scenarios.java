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
 * Makes scenarios of a study.
 *
 * @param dropped what of the trace was left out, by reason
 */
record Scenarios(List<Scenario> all, Map<String, Integer> dropped) {

    Scenarios {
        all = List.copyOf(all);
    }

    static Scenarios of(Study study, Study.Parameters assumed) {
        return switch (study) {
            case Study.SlipwayTraceStudy(var trace, var cluster) ->
                    one(Traces.own(trace), TraceCluster.read(cluster), assumed);
            case Study.Philly philly -> philly(philly, assumed);
            case Study.Chronus(var file, var cluster, var shrink) -> {
                Trace trace = Traces.chronus(file);
                yield one(
                        trace,
                        read(cluster)
                                .orElseGet(
                                        () ->
                                                TraceClusters.shared(
                                                        trace,
                                                        Traces.virtualClusters(Optional.empty()),
                                                        shrink)),
                        assumed);
            }
            case Study.Sacct(var file, var cluster) -> {
                Trace trace = Traces.sacct(file);
                yield one(
                        trace,
                        read(cluster).orElseGet(() -> TraceClusters.busiest(trace)),
                        assumed);
            }
            case Study.Pollux(var file, var cluster) ->
                    one(
                            Traces.pollux(file),
                            read(cluster).orElseGet(TraceClusters::pollux),
                            assumed);
        };
    }

    private static Optional<TraceCluster> read(Optional<Path> cluster) {
        return cluster.map(TraceCluster::read);
    }

    private static Scenarios one(Trace trace, TraceCluster traceCluster, Study.Parameters assumed) {
        TraceCluster welcoming = traceCluster.withTeamsOf(trace.jobs());
        return new Scenarios(
                List.of(
                        new Scenario(
                                "", welcoming, trace.jobs(), assumed.rework(), assumed.seed())),
                trace.dropped());
    }

    /** Each virtual cluster is a cluster of its own. */
    private static Scenarios philly(Study.Philly study, Study.Parameters assumed) {
        Map<String, Integer> sizes = Traces.virtualClusters(study.sizes());
        Trace trace = Traces.philly(study.trace(), sizes, study.window());
        // Nothing in this trace says how long a job runs, and what history guesses is too wide to
        // keep a place by.
        SchedulingPolicy schedulingPolicy = SchedulingPolicy.DEFAULT.withReservations(0);
        List<Scenario> all = new ArrayList<>();
        trace.byQueue()
                .forEach(
                        (queue, jobs) -> {
                            int nodes = sizes.getOrDefault(queue, 1);
                            TraceCluster traceCluster =
                                    TraceClusters.shrunk(nodes, study.shrink(), jobs)
                                            .withPolicy(schedulingPolicy);
                            all.add(
                                    new Scenario(
                                            queue,
                                            traceCluster.withTeamsOf(jobs),
                                            jobs,
                                            assumed.rework(),
                                            assumed.seed()));
                        });
        return new Scenarios(all, trace.dropped());
    }

    /** With so many more accelerators; each of several clusters gets them. */
    Scenarios plus(Study.Addition more) {
        return new Scenarios(
                all.stream().map(it -> it.on(it.ground().plus(more.type(), more.count()))).toList(),
                dropped);
    }

    List<TraceJob> jobs() {
        return all.stream().flatMap(it -> it.jobs().stream()).toList();
    }
}
