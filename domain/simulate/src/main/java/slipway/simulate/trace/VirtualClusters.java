package slipway.simulate.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import slipway.spec.ValueType;

/** The number of nodes of each virtual cluster of a trace. */
final class VirtualClusters {

    /** Accelerators on each node of Philly, as the published table counts. */
    static final int PER_NODE = 8;

    private static final TraceFile FILE = TraceFile.external(',', "vc");
    private static final List<String> COUNTS = List.of("node num", "nodes", "nodes8gpu");

    private final Map<String, Integer> nodes = new TreeMap<>();

    private VirtualClusters() {}

    static Map<String, Integer> read(Optional<Path> file) {
        var table = new VirtualClusters();
        Consumer<TraceRow> each = table::row;
        file.ifPresentOrElse(
                path -> FILE.read(path, each), () -> FILE.readBundled("philly-vc.csv", each));
        return table.nodes;
    }

    private void row(TraceRow traceRow) {
        String name = traceRow.require("vc", ValueType.line(), "");
        String column =
                COUNTS.stream()
                        .filter(it -> traceRow.text(it).isPresent())
                        .findFirst()
                        .orElse("nodes");
        int count = traceRow.require(column, ValueType.wholeNumber(1, 100_000), 1);
        if (nodes.put(name, count) != null) {
            traceRow.report("vc", "\"" + name + "\" is listed twice.");
        }
    }
}
