package slipway.simulate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import slipway.simulate.trace.TraceWindow;

/** A simulation study: what is replayed, and on which cluster. */
public sealed interface Study {

    /** A trace in Slipway's own form. */
    record SlipwayTraceStudy(Path trace, Path cluster) implements Study {}

    /**
     * Philly: each virtual cluster separately.
     *
     * @param sizes the sizes of the virtual clusters; default: those that come with the program
     * @param shrink the part of its nodes that each keeps, at least those of its largest job
     */
    record Philly(Path trace, Optional<Path> sizes, double shrink, TraceWindow window)
            implements Study {}

    /**
     * Chronus: the virtual clusters are teams of one cluster, each guaranteed its own nodes.
     *
     * @param cluster default: that of Philly
     */
    record Chronus(Path trace, Optional<Path> cluster, double shrink) implements Study {}

    /**
     * A dump of Slurm's accounting.
     *
     * @param cluster default: one as large as the peak use in the dump
     */
    record Sacct(Path trace, Optional<Path> cluster) implements Study {}

    /**
     * A workload of Pollux.
     *
     * @param cluster default: the 16 nodes with 4 accelerators of its authors
     */
    record Pollux(Path trace, Optional<Path> cluster) implements Study {}

    /**
     * The parameters of a replay.
     *
     * @param rework the work that a job repeats each time that it resumes
     * @param seed the seed of random failures
     */
    record Parameters(Duration rework, long seed) {}

    /** Accelerators to add for a comparison. */
    record Addition(String type, int count) {}
}
