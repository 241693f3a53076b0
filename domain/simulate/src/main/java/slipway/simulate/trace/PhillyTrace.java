package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;
import slipway.spec.ValueType;

/**
 * The jobs of Microsoft's Philly cluster: {@code timestamp,duration,num_gpus,cluster}, where the cluster is a virtual
 * one with separate nodes. The trace does not record checkpoints; jobs are assumed to make one when they are preempted,
 * and to pay the preemption cost.
 */
final class PhillyTrace {

    private static final TraceFile FILE =
            TraceFile.external(',', "timestamp", "duration", "num_gpus", "cluster");
    private static final ValueType<Integer> GPUS = ValueType.wholeNumber(0, 100_000);

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final TeamNames teamNames = new TeamNames();
    private final GangSizes gangSizes;
    private final Set<String> clusters;
    private final TraceWindow traceWindow;

    private PhillyTrace(Set<String> clusters, int perNode, TraceWindow traceWindow) {
        this.clusters = clusters;
        this.gangSizes = new GangSizes(perNode);
        this.traceWindow = traceWindow;
    }

    /** @param clusters the virtual clusters of known size; jobs of others are excluded */
    static Trace read(Path file, Set<String> clusters, int perNode, TraceWindow traceWindow) {
        var phillyTrace = new PhillyTrace(clusters, perNode, traceWindow);
        FILE.read(file, phillyTrace::row);
        return phillyTrace.gathered.trace();
    }

    private void row(TraceRow traceRow) {
        Instant submitted = traceRow.require("timestamp", TraceNotation.TIME, Instant.EPOCH);
        Duration duration = traceRow.require("duration", TraceNotation.SECONDS, Duration.ZERO);
        int gpus = traceRow.require("num_gpus", GPUS, 0);
        String cluster = traceRow.require("cluster", ValueType.line(), "");
        if (!traceRow.isValid()) {
            return;
        }
        if (!traceWindow.contains(submitted)) {
            gathered.drop("outside_window");
        } else if (!clusters.contains(cluster)) {
            gathered.drop("unknown_vc");
        } else if (duration.isZero()) {
            gathered.drop("zero_duration");
        } else if (gpus == 0) {
            gathered.drop("no_accelerator");
        } else {
            gathered.add(
                    new TraceJob(
                            TraceJob.Labels.of(cluster),
                            teamNames.of(cluster),
                            gangSizes.of(gpus),
                            Attributes.JOB.withCheckpointInterval(Duration.ZERO),
                            TraceJob.Recorded.of(submitted, duration)));
        }
    }
}
