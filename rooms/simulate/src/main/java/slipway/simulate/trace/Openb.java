package slipway.simulate.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.Shown;
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Ask.Gang;
import slipway.schedule.picture.Ask.Need;
import slipway.schedule.picture.Ask.Where;
import slipway.schedule.picture.Node;
import slipway.spec.Type;

/**
 * Alibaba's openb lists: nodes ({@code sn,cpu_milli,memory_mib,gpu,model}) and pods
 * ({@code name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec}). A column that is not there says "none": some lists
 * have fewer.
 */
final class Openb {

    private static final Sheet NODES = Sheet.foreign(',', "gpu");
    private static final Sheet PODS = Sheet.foreign(',', "num_gpu");
    private static final Type<Integer> GPUS = Type.wholeNumber(0, Node.Devices.MOST);
    private static final Type<Integer> MILLI = Type.wholeNumber(0, Node.Devices.WHOLE);
    private static final Type<Integer> CPU_MILLI = Type.wholeNumber(0, 1_000_000_000);

    private final List<Node> nodes = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final List<Ask> pods = new ArrayList<>();
    private final Map<Ask, Ask> asks = new HashMap<>();

    private Openb() {}

    static List<Node> nodes(Path file) {
        var openb = new Openb();
        NODES.read(file, openb::node);
        return openb.nodes;
    }

    /** What each pod asks for, in the order of the file. */
    static List<Ask> pods(Path file) {
        var openb = new Openb();
        PODS.read(file, openb::pod);
        return openb.pods;
    }

    private void node(Row row) {
        int gpus = row.need("gpu", GPUS, 0);
        String name = row.text("sn").orElse("node-" + row.line());
        String model = row.text("model").orElse(gpus == 0 ? Node.Devices.NONE : "GPU");
        Node.Machine machine = machine(row);
        if (!names.add(name)) {
            row.wrong("sn", Shown.quoted(name) + " stands there twice.");
        }
        if (row.isSound()) {
            nodes.add(Node.of(name, Node.Devices.of(model, gpus), machine));
        }
    }

    private void pod(Row row) {
        int gpus = row.need("num_gpu", GPUS, 0);
        int milli = row.read("gpu_milli", MILLI).filter(it -> it > 0).orElse(Node.Devices.WHOLE);
        List<String> types = row.read("gpu_spec", Notation.WORDS).orElse(List.of());
        Node.Machine machine = machine(row);
        boolean part = gpus > 0 && milli < Node.Devices.WHOLE;
        if (part && gpus > 1) {
            row.wrong(
                    "gpu_milli",
                    "Only one GPU can be asked for in part; this asks for " + gpus + ".");
        }
        if (row.isSound()) {
            var need = new Need(types, gpus, part ? milli : Node.Devices.WHOLE);
            var ask = new Ask(need, machine, Gang.ONE, Where.ANYWHERE);
            pods.add(asks.computeIfAbsent(ask, it -> it));
        }
    }

    private static Node.Machine machine(Row row) {
        return new Node.Machine(
                row.read("cpu_milli", CPU_MILLI).orElse(0),
                row.read("memory_mib", Notation.MEBIBYTES).orElse(Bytes.ZERO));
    }
}
