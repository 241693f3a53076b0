package slipway.run.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import slipway.run.engine.DiscoveredNode;

/** The cluster as it was told of last. */
record SlurmSnapshot(List<Machine> machines, Map<String, String> longest, Set<String> warned) {

    static final SlurmSnapshot EMPTY = new SlurmSnapshot(List.of(), Map.of(), Set.of());

    /**
     * @param longest the longest that a job of each partition may take, as Slurm writes it
     * @param warned partitions in which Slurm tells a job that it will drive it out, some time before it does
     */
    SlurmSnapshot {
        machines = List.copyOf(machines);
        longest = Map.copyOf(longest);
        warned = Set.copyOf(warned);
    }

    /**
     * A node.
     *
     * @param gres Slurm's own words for its accelerators
     * @param processors that Slurm gives away
     * @param mebibytes that Slurm gives away
     */
    record Machine(
            DiscoveredNode found,
            Gres gres,
            int processors,
            long mebibytes,
            Set<String> partitions) {

        Machine {
            partitions = Set.copyOf(partitions);
        }

        String name() {
            return found.node().name();
        }

        /** Accelerators, or slots where there are none. */
        int places() {
            return found.node().devices().count();
        }
    }

    List<DiscoveredNode> found() {
        return machines.stream().map(Machine::found).toList();
    }

    Optional<Machine> machine(String name) {
        return machines.stream().filter(machine -> machine.name().equals(name)).findFirst();
    }

    Map<String, Machine> byName() {
        return machines.stream().collect(Collectors.toMap(Machine::name, Function.identity()));
    }
}
