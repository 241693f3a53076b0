package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import slipway.schedule.picture.Workload.Manner;
import slipway.spec.Type;

/**
 * The jobs of Microsoft's Philly cluster: {@code timestamp,duration,num_gpus,cluster}, where the cluster is a virtual
 * one with nodes of its own. Nothing says whether they made checkpoints; they are taken to save when told to stop, and
 * to pay for it by the preemption cost.
 */
final class Philly {

    private static final Sheet SHEET =
            Sheet.foreign(',', "timestamp", "duration", "num_gpus", "cluster");
    private static final Type<Integer> GPUS = Type.wholeNumber(0, 100_000);

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final Teams teams = new Teams();
    private final Sizes sizes;
    private final Set<String> clusters;
    private final Window window;

    private Philly(Set<String> clusters, int perNode, Window window) {
        this.clusters = clusters;
        this.sizes = new Sizes(perNode);
        this.window = window;
    }

    /**
     * @param clusters whose size is known; jobs of others are left out
     */
    static Trace read(Path file, Set<String> clusters, int perNode, Window window) {
        var philly = new Philly(clusters, perNode, window);
        SHEET.read(file, philly::row);
        return philly.gathered.trace();
    }

    private void row(Row row) {
        Instant submitted = row.need("timestamp", Notation.TIME, Instant.EPOCH);
        Duration takes = row.need("duration", Notation.SECONDS, Duration.ZERO);
        int gpus = row.need("num_gpus", GPUS, 0);
        String cluster = row.need("cluster", Type.line(), "");
        if (!row.isSound()) {
            return;
        }
        if (!window.holds(submitted)) {
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
                            teams.of(cluster),
                            sizes.of(gpus),
                            Manner.JOB.saving(Duration.ZERO),
                            Job.Truth.of(submitted, takes)));
        }
    }
}
