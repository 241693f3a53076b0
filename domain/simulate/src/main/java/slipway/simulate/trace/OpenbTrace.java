package slipway.simulate.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.text.UntrustedText;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ResourceRequest.AcceleratorRequest;
import slipway.schedule.snapshot.ResourceRequest.Gang;
import slipway.schedule.snapshot.ResourceRequest.NodeConstraints;
import slipway.spec.ValueType;

/**
 * Alibaba's openb lists: nodes ({@code sn,cpu_milli,memory_mib,gpu,model}) and pods ({@code
 * name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec}). A missing column means "none": some lists have fewer.
 */
final class OpenbTrace {

    private static final TraceFile NODES = TraceFile.external(',', "gpu");
    private static final TraceFile PODS = TraceFile.external(',', "num_gpu");
    private static final ValueType<Integer> GPUS = ValueType.wholeNumber(0, Node.Devices.MAX_COUNT);
    private static final ValueType<Integer> MILLI = ValueType.wholeNumber(0, Node.Devices.WHOLE);
    private static final ValueType<Integer> CPU_MILLI = ValueType.wholeNumber(0, 1_000_000_000);

    private final List<Node> nodes = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final List<ResourceRequest> pods = new ArrayList<>();
    private final Map<ResourceRequest, ResourceRequest> requests = new HashMap<>();

    private OpenbTrace() {}

    static List<Node> nodes(Path file) {
        var openbTrace = new OpenbTrace();
        NODES.read(file, openbTrace::node);
        return openbTrace.nodes;
    }

    /** The requests of the pods, in the order of the file. */
    static List<ResourceRequest> pods(Path file) {
        var openbTrace = new OpenbTrace();
        PODS.read(file, openbTrace::pod);
        return openbTrace.pods;
    }

    private void node(TraceRow traceRow) {
        int gpus = traceRow.require("gpu", GPUS, 0);
        String name = traceRow.text("sn").orElse("node-" + traceRow.line());
        String model = traceRow.text("model").orElse(gpus == 0 ? Node.Devices.NONE : "GPU");
        Node.Machine machine = machine(traceRow);
        if (!names.add(name)) {
            traceRow.report("sn", UntrustedText.quoted(name) + " is listed twice.");
        }
        if (traceRow.isValid()) {
            nodes.add(Node.of(name, Node.Devices.of(model, gpus), machine));
        }
    }

    private void pod(TraceRow traceRow) {
        int gpus = traceRow.require("num_gpu", GPUS, 0);
        int milli =
                traceRow.read("gpu_milli", MILLI).filter(it -> it > 0).orElse(Node.Devices.WHOLE);
        List<String> types = traceRow.read("gpu_spec", TraceNotation.WORDS).orElse(List.of());
        Node.Machine machine = machine(traceRow);
        boolean fraction = gpus > 0 && milli < Node.Devices.WHOLE;
        if (fraction && gpus > 1) {
            traceRow.report(
                    "gpu_milli",
                    "Only one GPU can be asked for in part; this asks for " + gpus + ".");
        }
        if (traceRow.isValid()) {
            var accelerators =
                    new AcceleratorRequest(types, gpus, fraction ? milli : Node.Devices.WHOLE);
            var resourceRequest =
                    new ResourceRequest(
                            accelerators, machine, Gang.SINGLE_NODE, NodeConstraints.ANYWHERE);
            pods.add(requests.computeIfAbsent(resourceRequest, it -> it));
        }
    }

    private static Node.Machine machine(TraceRow traceRow) {
        return new Node.Machine(
                traceRow.read("cpu_milli", CPU_MILLI).orElse(0),
                traceRow.read("memory_mib", TraceNotation.MEBIBYTES).orElse(Bytes.ZERO));
    }
}
