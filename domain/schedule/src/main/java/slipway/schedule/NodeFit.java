package slipway.schedule;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import slipway.schedule.snapshot.Node;

/**
 * How well a request fits a node of one pool. The measure is not how full the node gets but which accelerators become
 * unusable: free ones without free CPU cores are <em>stranded</em>. The best placement strands the fewest, or even
 * makes use of stranded ones.
 *
 * <p>Tried on the seven openb lists, where it strands less than fragmentation gradient descent (FGD) and needs no
 * knowledge of future requests: an accelerator is assumed to need its proportional share of the node's CPU cores, or a
 * little less. At exactly the share, an empty node with one core in use would count as stranded, which packs badly.
 */
record NodeFit(double cpusPerThousandth) {

    /** The part of an accelerator's proportional share of CPU cores that must be free for it to count as usable. */
    private static final double USABLE_SHARE = 0.8;

    static NodeFit of(Node like) {
        int devices = like.devices().count() * Node.Devices.WHOLE;
        return new NodeFit(devices == 0 ? 0 : USABLE_SHARE * like.machine().cpus() / devices);
    }

    /** Thousandths of free accelerators that lack CPU cores. */
    double stranded(NodeState nodeState) {
        return stranded(nodeState.totalFreeThousandths(), nodeState.cpus());
    }

    private double stranded(int free, int cpus) {
        return cpusPerThousandth == 0 ? 0 : Math.max(0, free - cpus / cpusPerThousandth);
    }

    /** The additional stranded thousandths with this request on the node; negative if it uses stranded ones. */
    double score(NodeState nodeState, int takes, int cpus) {
        return stranded(nodeState.totalFreeThousandths() - takes, nodeState.cpus() - cpus)
                - stranded(nodeState);
    }

    /**
     * How much each accelerator type is requested by name. A job that accepts any type avoids the types that others
     * need: of two placements it gets the type that is requested less.
     */
    record TypeDemand(Map<String, Double> byType) {

        static final TypeDemand NONE = new TypeDemand(Map.of());

        /** The weight, against stranding, of a type that all demand names. */
        private static final double WEIGHT = 0.3;

        double price(String type) {
            return byType.getOrDefault(type, 0.0);
        }

        /** For each type, the part of all demand that names it, per suitable accelerator. */
        static TypeDemand of(ClusterIndex clusterIndex, Collection<RequestClass> forms) {
            Map<String, Long> devices = new HashMap<>();
            long all = 0;
            for (NodePool nodePool : clusterIndex.pools()) {
                long here = (long) nodePool.acceleratorsPerNode() * nodePool.nodes.size();
                devices.merge(nodePool.type(), here, Long::sum);
                all += here;
            }
            long requested = 0;
            for (RequestClass requestClass : forms) {
                requested += requestClass.demand;
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
                                WEIGHT
                                        * requestClass.demand
                                        / requested
                                        * all
                                        / Math.max(1, suited);
                        prices.merge(type, part, Double::sum);
                    }
                }
            }
            // Rounded, so that the order of summation has no effect.
            prices.replaceAll((_, price) -> Math.rint(price * 1e6) / 1e6);
            return new TypeDemand(prices);
        }
    }
}
