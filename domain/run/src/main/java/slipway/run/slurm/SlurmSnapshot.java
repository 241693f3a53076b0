package slipway.run.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import slipway.run.engine.DiscoveredNode;

/** The cluster as last discovered. */
record SlurmSnapshot(List<SlurmNode> nodes, Map<String, String> timeLimits, Set<String> graceful) {

    static final SlurmSnapshot EMPTY = new SlurmSnapshot(List.of(), Map.of(), Set.of());

    /**
     * @param timeLimits the maximum job duration of each partition, as Slurm writes it
     * @param graceful partitions in which Slurm warns a job some time before it preempts it
     */
    SlurmSnapshot {
        nodes = List.copyOf(nodes);
        timeLimits = Map.copyOf(timeLimits);
        graceful = Set.copyOf(graceful);
    }

    /**
     * A node.
     *
     * @param gres its accelerators as Slurm describes them
     * @param processors that Slurm can allocate
     * @param mebibytes of memory that Slurm can allocate
     */
    record SlurmNode(
            DiscoveredNode discovered,
            GpuGres gres,
            int processors,
            long mebibytes,
            Set<String> partitions) {

        SlurmNode {
            partitions = Set.copyOf(partitions);
        }

        String name() {
            return discovered.node().name();
        }

        /** The number of accelerators, or of CPU slots on a node without accelerators. */
        int deviceCount() {
            return discovered.node().devices().count();
        }
    }

    List<DiscoveredNode> discovered() {
        return nodes.stream().map(SlurmNode::discovered).toList();
    }

    Optional<SlurmNode> node(String name) {
        return nodes.stream().filter(machine -> machine.name().equals(name)).findFirst();
    }

    Map<String, SlurmNode> byName() {
        return nodes.stream().collect(Collectors.toMap(SlurmNode::name, Function.identity()));
    }
}
