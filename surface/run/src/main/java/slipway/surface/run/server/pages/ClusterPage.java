package slipway.surface.run.server.pages;

import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.run.engine.DiscoveredNode;
import slipway.surface.web.component.AcceleratorCell;
import slipway.surface.web.component.AcceleratorMap;
import slipway.surface.web.component.AcceleratorMap.Node;

/**
 * The cluster page: every accelerator or CPU slot with its use.
 *
 * @param noun {@code accelerators} or {@code processors}
 * @param largest the most free devices on one node: {@code 2 H100 on h100-b1}
 */
public record ClusterPage(
        AcceleratorMap cells, String noun, Optional<String> largest, List<Row> nodes) {

    /**
     * A node in the list.
     *
     * @param what its devices: {@code 8 H100}
     */
    public record Row(
            String name, String path, String what, String words, String condition, String tier) {}

    public static ClusterPage of(VisibleWorkloads visibleWorkloads) {
        var nodeOccupancy = new NodeOccupancy(visibleWorkloads);
        AcceleratorMap acceleratorMap = nodeOccupancy.all();
        List<DiscoveredNode> discovered = visibleWorkloads.runner().nodes();
        return new ClusterPage(
                acceleratorMap,
                noun(discovered),
                largest(acceleratorMap, discovered),
                discovered.stream()
                        .map(each -> row(each, acceleratorMap, visibleWorkloads))
                        .toList());
    }

    static String noun(List<DiscoveredNode> nodes) {
        boolean slots = nodes.stream().allMatch(each -> NodeOccupancy.isSlots(each.node()));
        return slots ? "processors" : "accelerators";
    }

    private static Optional<String> largest(
            AcceleratorMap acceleratorMap, List<DiscoveredNode> nodes) {
        return acceleratorMap.nodes().stream()
                .filter(node -> free(node) > 0)
                .max(java.util.Comparator.comparingLong(ClusterPage::free))
                .map(
                        node ->
                                Format.accelerators((int) free(node), type(node, nodes))
                                        + " on "
                                        + node.name());
    }

    private static String type(Node node, List<DiscoveredNode> nodes) {
        return nodes.stream()
                .filter(each -> each.node().name().equals(node.name()))
                .map(each -> NodeOccupancy.type(each.node()))
                .findFirst()
                .orElse("accelerators");
    }

    private static long free(Node node) {
        return node.cells().stream()
                .filter(acceleratorCell -> acceleratorCell.is() == AcceleratorCell.Is.FREE)
                .count();
    }

    private static Row row(
            DiscoveredNode discoveredNode,
            AcceleratorMap acceleratorMap,
            VisibleWorkloads visibleWorkloads) {
        String name = discoveredNode.node().name();
        return new Row(
                name,
                "/nodes/" + name,
                Format.accelerators(
                        discoveredNode.node().devices().count(),
                        NodeOccupancy.type(discoveredNode.node())),
                acceleratorMap.nodes().stream()
                        .filter(node -> node.name().equals(name))
                        .map(Node::words)
                        .findFirst()
                        .orElse(""),
                NodePage.condition(discoveredNode, visibleWorkloads),
                discoveredNode.tier());
    }

    public int count(AcceleratorCell.Is is) {
        return cells.count(is);
    }

    public long whole() {
        return cells.all().count();
    }

    public int busy() {
        return count(AcceleratorCell.Is.USED)
                + count(AcceleratorCell.Is.IDLE)
                + count(AcceleratorCell.Is.TAKEN);
    }
}
