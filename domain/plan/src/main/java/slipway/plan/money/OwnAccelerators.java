package slipway.plan.money;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.GpuPrice;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.Catalog;
import slipway.catalog.OwnHardware;
import slipway.catalog.RateCard;

/**
 * The accelerators of the user's cluster, priced for a plan.
 *
 * @param nodes the nodes with a price, equal ones together
 * @param unpriced the types without a price, which no plan can use
 */
public record OwnAccelerators(List<OwnNodes> nodes, List<String> unpriced) {

    public OwnAccelerators {
        nodes = List.copyOf(nodes);
        unpriced = List.copyOf(unpriced);
    }

    private record NodeType(String type, int perNode) implements Comparable<NodeType> {

        @Override
        public int compareTo(NodeType other) {
            int byType = type.compareTo(other.type);
            return byType == 0 ? Integer.compare(perNode, other.perNode) : byType;
        }
    }

    /** Prices come from the rate card, or from the catalog's entry of hardware that was bought. */
    public static OwnAccelerators of(
            List<AcceleratorSet> cluster, RateCard rateCard, Catalog catalog) {
        Map<NodeType, Integer> counted = new TreeMap<>();
        cluster.forEach(
                it ->
                        counted.merge(
                                new NodeType(it.type(), it.perNode()), it.nodes(), Integer::sum));
        List<OwnNodes> nodes = new ArrayList<>();
        List<String> unpriced = new ArrayList<>();
        counted.forEach(
                (nodeType, count) ->
                        price(nodeType.type, rateCard, catalog)
                                .ifPresentOrElse(
                                        it ->
                                                nodes.add(
                                                        new OwnNodes(
                                                                nodeType.type,
                                                                nodeType.perNode,
                                                                count,
                                                                it.perGpuHour())),
                                        () -> unpriced.add(nodeType.type)));
        return new OwnAccelerators(nodes, unpriced.stream().distinct().toList());
    }

    private static Optional<GpuPrice> price(String type, RateCard rateCard, Catalog catalog) {
        return rateCard.of(type)
                .or(
                        () ->
                                catalog.ownHardware().stream()
                                        .filter(it -> catalog.accepts(it.type(), type))
                                        .map(OwnHardware::perHour)
                                        .findFirst());
    }
}
