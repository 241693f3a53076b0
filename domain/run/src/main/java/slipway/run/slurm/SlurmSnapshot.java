package slipway.run.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import slipway.run.engine.DiscoveredNode;

/** The cluster as it was told of last. */
record SlurmSnapshot(List<SlurmNode> nodes, Map<String, String> timeLimits, Set<String> graceful) {

    static final SlurmSnapshot EMPTY = new SlurmSnapshot(List.of(), Map.of(), Set.of());

    /**
     * @param timeLimits the longest that a job of each partition may take, as Slurm writes it
     * @param graceful partitions in which Slurm tells a job that it will drive it out, some time before it does
     */
    SlurmSnapshot {
        nodes = List.copyOf(nodes);
        timeLimits = Map.copyOf(timeLimits);
        graceful = Set.copyOf(graceful);
    }

    /**
     * A node.
     *
     * @param gres Slurm's own words for its accelerators
     * @param processors that Slurm gives away
     * @param mebibytes that Slurm gives away
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

        /** Accelerators, or slots where there are none. */
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
