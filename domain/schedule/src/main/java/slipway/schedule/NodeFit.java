package slipway.schedule;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import slipway.schedule.snapshot.Node;

/**
 * How well something fits on a node of one kind. What counts is not how full a node gets but what it leaves behind that
 * nobody can use: accelerators whose processors are gone. The free accelerators of a node that its free processors
 * cannot feed are <em>stranded</em>, and the best place is the one that strands least, or even puts stranded ones to
 * use.
 *
 * <p>Tried on the seven openb lists, where it strands less than fragmentation by expected demand (FGD) and needs to
 * know nothing about what will come: an accelerator is taken to need its fair part of the node's processors, or a
 * little less. At exactly its part an empty node with one processor in use would count as stranded, which packs
 * badly.
 */
record NodeFit(double cpusPerThousandth) {

    /** Of an accelerator's fair part of the processors, so much must be left for it to count as usable. */
    private static final double USABLE_SHARE = 0.8;

    static NodeFit of(Node like) {
        int devices = like.devices().count() * Node.Devices.WHOLE;
        return new NodeFit(devices == 0 ? 0 : USABLE_SHARE * like.machine().cpus() / devices);
    }

    /** Thousandths of free accelerators that cannot be fed. */
    double stranded(NodeState nodeState) {
        return stranded(nodeState.totalFreeThousandths(), nodeState.cpus());
    }

    private double stranded(int free, int cpus) {
        return cpusPerThousandth == 0 ? 0 : Math.max(0, free - cpus / cpusPerThousandth);
    }

    /** By how much more is stranded with this on it; less than nothing if it uses what was. */
    double score(NodeState nodeState, int takes, int cpus) {
        return stranded(nodeState.totalFreeThousandths() - takes, nodeState.cpus() - cpus)
                - stranded(nodeState);
    }

    /**
     * How much each type of accelerator is wanted by name. Whoever takes any type leaves alone what others can do only
     * with: of two places it gets the one that is asked for less.
     */
    record TypeDemand(Map<String, Double> byType) {

        static final TypeDemand NONE = new TypeDemand(Map.of());

        /** Against stranding, so much is a type worth that everybody asks for by name. */
        private static final double WEIGHT = 0.3;

        double price(String type) {
            return byType.getOrDefault(type, 0.0);
        }

        /** Of everything that is asked for, the part that names a type, for each accelerator that would do. */
        static TypeDemand of(ClusterIndex clusterIndex, Collection<RequestClass> forms) {
            Map<String, Long> devices = new HashMap<>();
            long all = 0;
            for (NodePool nodePool : clusterIndex.pools()) {
                long here = (long) nodePool.acceleratorsPerNode() * nodePool.nodes.size();
                devices.merge(nodePool.type(), here, Long::sum);
                all += here;
            }
            long asked = 0;
            for (RequestClass requestClass : forms) {
                asked += requestClass.demand;
            }
            Map<String, Double> prices = new HashMap<>();
            for (RequestClass requestClass : forms) {
                if (requestClass.demand > 0
                        && !requestClass.request().accelerators().types().isEmpty()) {
                    long suited =
                            requestClass.types().stream()
                                    .mapToLong(type -> devices.getOrDefault(type, 0L))
                                    .sum();
                    for (String type : requestClass.types()) {
                        double part =
                                WEIGHT * requestClass.demand / asked * all / Math.max(1, suited);
                        prices.merge(type, part, Double::sum);
                    }
                }
            }
            // Rounded, so that the order in which parts were added cannot show.
            prices.replaceAll((_, price) -> Math.rint(price * 1e6) / 1e6);
            return new TypeDemand(prices);
        }
    }
}
