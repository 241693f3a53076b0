package slipway.simulate.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;

/** Reads traces, each in its form. Files may be plain or gzip; what is wrong in one is told all at once. */
public final class Traces {

    private Traces() {}

    /** Our own CSV form. */
    public static Trace slipway(Path file) {
        return SlipwayTrace.read(file);
    }

    /** Jobs of virtual clusters whose size is known, submitted within the window. */
    public static Trace philly(Path file, Map<String, Integer> sizes, TraceWindow traceWindow) {
        return PhillyTrace.read(file, sizes.keySet(), VirtualClusters.PER_NODE, traceWindow);
    }

    /** How many nodes of 8 each virtual cluster has; without a file, the table that comes with the program. */
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

    /** Of openb's node list. */
    public static List<Node> openbNodes(Path file) {
        return OpenbTrace.nodes(file);
    }

    /** Of openb's pod list: what each pod asks for. */
    public static List<ResourceRequest> openbPods(Path file) {
        return OpenbTrace.pods(file);
    }
}
