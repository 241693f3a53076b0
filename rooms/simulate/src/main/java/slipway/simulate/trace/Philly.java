package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import slipway.schedule.picture.SchedulableWorkload.Manner;
import slipway.spec.ValueType;

/**
 * The jobs of Microsoft's Philly cluster: {@code timestamp,duration,num_gpus,cluster}, where the cluster is a virtual
 * one with nodes of its own. Nothing says whether they made checkpoints; they are taken to save when told to stop, and
 * to pay for it by the preemption cost.
 */
final class Philly {

    private static final Sheet SHEET =
            Sheet.foreign(',', "timestamp", "duration", "num_gpus", "cluster");
    private static final ValueType<Integer> GPUS = ValueType.wholeNumber(0, 100_000);

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final Teams teamNames = new Teams();
    private final Sizes gangSizes;
    private final Set<String> clusters;
    private final Window traceWindow;

    private Philly(Set<String> clusters, int perNode, Window traceWindow) {
        this.clusters = clusters;
        this.gangSizes = new Sizes(perNode);
        this.traceWindow = traceWindow;
    }

    /**
     * @param clusters whose size is known; jobs of others are left out
     */
    static Trace read(Path file, Set<String> clusters, int perNode, Window traceWindow) {
        var phillyTrace = new Philly(clusters, perNode, traceWindow);
        SHEET.read(file, phillyTrace::row);
        return phillyTrace.gathered.trace();
    }

    private void row(Row traceRow) {
        Instant submitted = traceRow.need("timestamp", Notation.TIME, Instant.EPOCH);
        Duration takes = traceRow.need("duration", Notation.SECONDS, Duration.ZERO);
        int gpus = traceRow.need("num_gpus", GPUS, 0);
        String cluster = traceRow.need("cluster", ValueType.line(), "");
        if (!traceRow.isSound()) {
            return;
        }
        if (!traceWindow.holds(submitted)) {
            gathered.drop("outside_window");
        } else if (!clusters.contains(cluster)) {
            gathered.drop("unknown_vc");
        } else if (takes.isZero()) {
            gathered.drop("zero_duration");
        } else if (gpus == 0) {
            gathered.drop("no_accelerator");
        } else {
            gathered.add(
                    new Job(
                            Job.Mark.of(cluster),
                            teamNames.of(cluster),
                            gangSizes.of(gpus),
                            Manner.JOB.saving(Duration.ZERO),
                            Job.Truth.of(submitted, takes)));
        }
    }
}
