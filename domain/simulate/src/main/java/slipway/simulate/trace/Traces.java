package slipway.simulate.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;

/** Reads traces in all supported forms. Files may be plain or gzip; all mistakes in a file are one problem. */
public final class Traces {

    private Traces() {}

    /** Slipway's own CSV form. */
    public static Trace slipway(Path file) {
        return SlipwayTrace.read(file);
    }

    /** Jobs of virtual clusters of known size, submitted within the window. */
    public static Trace philly(Path file, Map<String, Integer> sizes, TraceWindow traceWindow) {
        return PhillyTrace.read(file, sizes.keySet(), VirtualClusters.PER_NODE, traceWindow);
    }

    /**
     * The number of nodes with 8 accelerators of each virtual cluster; default: the table that comes with the program.
     */
    public static Map<String, Integer> virtualClusters(Optional<Path> file) {
        return VirtualClusters.read(file);
    }

    public static Trace chronus(Path file) {
        return ChronusTrace.read(file, VirtualClusters.PER_NODE);
    }

    public static Trace sacct(Path file) {
        return SacctTrace.read(file);
    }

    public static Trace pollux(Path file) {
        return PolluxTrace.read(file);
    }

    /** The nodes of an openb node list. */
    public static List<Node> openbNodes(Path file) {
        return OpenbTrace.nodes(file);
    }

    /** The requests of an openb pod list. */
    public static List<ResourceRequest> openbPods(Path file) {
        return OpenbTrace.pods(file);
    }
}
