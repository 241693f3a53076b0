package slipway.simulate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import slipway.simulate.trace.TraceWindow;

/** What is to be replayed, and on what. */
public sealed interface Study {

    /** A trace in our own form. */
    record SlipwayTraceStudy(Path trace, Path cluster) implements Study {}

    /**
     * Philly: each virtual cluster by itself.
     *
     * @param sizes of the virtual clusters; else those that come with the program
     * @param shrink each has this part of its nodes, but never fewer than its largest job needs
     */
    record Philly(Path trace, Optional<Path> sizes, double shrink, TraceWindow window)
            implements Study {}

    /**
     * Chronus: the virtual clusters are teams of one cluster, each guaranteed its own nodes.
     *
     * @param cluster else that of Philly
     */
    record Chronus(Path trace, Optional<Path> cluster, double shrink) implements Study {}

    /**
     * A dump of Slurm's accounting.
     *
     * @param cluster else one as large as the busiest moment of the dump shows
     */
    record Sacct(Path trace, Optional<Path> cluster) implements Study {}

    /**
     * A workload of Pollux.
     *
     * @param cluster else the 16 nodes with 4 accelerators of its authors
     */
    record Pollux(Path trace, Optional<Path> cluster) implements Study {}

    /**
     * What is assumed beside the trace.
     *
     * @param rework whoever goes on after it was stopped does so much again
     * @param seed of what goes wrong by chance
     */
    record Parameters(Duration rework, long seed) {}

    /** Accelerators that one thinks of buying. */
    record Addition(String type, int count) {}
}
