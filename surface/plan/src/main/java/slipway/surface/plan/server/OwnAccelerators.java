package slipway.surface.plan.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.GpuPrice;
import slipway.catalog.Catalog;
import slipway.catalog.OwnHardware;
import slipway.catalog.RateCard;
import slipway.plan.money.OwnNodes;
import slipway.run.engine.DiscoveredNode;
import slipway.schedule.snapshot.Node;

/**
 * The accelerators of this cluster, as somebody who plans may count on them.
 *
 * @param nodes those with a price, equal ones together
 * @param unpriced types that are there, and of which nobody says what an hour costs
 */
public record OwnAccelerators(List<OwnNodes> nodes, List<String> unpriced) {

    public OwnAccelerators {
        nodes = List.copyOf(nodes);
        unpriced = List.copyOf(unpriced);
    }

    private record Sort(String type, int perNode) implements Comparable<Sort> {

        @Override
        public int compareTo(Sort other) {
            int byType = type.compareTo(other.type);
            return byType == 0 ? Integer.compare(perNode, other.perNode) : byType;
        }
    }

    /** The price list says what an hour costs, or else the catalog's line of hardware that was bought. */
    static OwnAccelerators of(List<DiscoveredNode> found, RateCard rateCard, Catalog catalog) {
        Map<Sort, Integer> counted = new TreeMap<>();
        for (DiscoveredNode each : found) {
            Node.Devices devices = each.node().devices();
            if (devices.count() > 0 && !devices.type().equals(Node.Devices.NONE)) {
                counted.merge(new Sort(devices.type(), devices.count()), 1, Integer::sum);
            }
        }
        List<OwnNodes> nodes = new ArrayList<>();
        List<String> unpriced = new ArrayList<>();
        counted.forEach(
                (sort, count) ->
                        price(sort.type, rateCard, catalog)
                                .ifPresentOrElse(
                                        it ->
                                                nodes.add(
                                                        new OwnNodes(
                                                                sort.type,
                                                                sort.perNode,
                                                                count,
                                                                it.perGpuHour())),
                                        () -> unpriced.add(sort.type)));
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
