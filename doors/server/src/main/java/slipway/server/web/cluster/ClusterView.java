package slipway.server.web.cluster;

import java.util.List;
import java.util.Optional;
import slipway.base.Format;
import slipway.run.engine.DiscoveredNode;
import slipway.server.web.part.Cell;
import slipway.server.web.part.Cells;
import slipway.server.web.part.Cells.Node;
import slipway.server.web.queue.Scene;

/**
 * Every accelerator or slot, and what is to be said of them.
 *
 * @param noun what there is: accelerators, or processors
 * @param largest the most that is free on one node: {@code 2 H100 on h100-b1}
 */
public record ClusterView(Cells cells, String noun, Optional<String> largest, List<Row> nodes) {

    /**
     * A node in the list.
     *
     * @param what what it has: {@code 8 H100}
     */
    public record Row(
            String name, String path, String what, String words, String condition, String tier) {}

    public static ClusterView of(Scene visibleWorkloads) {
        var nodeOccupancy = new Seats(visibleWorkloads);
        Cells acceleratorMap = nodeOccupancy.all();
        List<DiscoveredNode> found = visibleWorkloads.runner().nodes();
        return new ClusterView(
                acceleratorMap,
                noun(found),
                largest(acceleratorMap, found),
                found.stream().map(each -> row(each, acceleratorMap, visibleWorkloads)).toList());
    }

    static String noun(List<DiscoveredNode> nodes) {
        boolean slots = nodes.stream().allMatch(each -> Seats.isSlots(each.node()));
        return slots ? "processors" : "accelerators";
    }

    private static Optional<String> largest(Cells acceleratorMap, List<DiscoveredNode> found) {
        return acceleratorMap.nodes().stream()
                .filter(node -> free(node) > 0)
                .max(java.util.Comparator.comparingLong(ClusterView::free))
                .map(
                        node ->
                                Format.accelerators((int) free(node), type(node, found))
                                        + " on "
                                        + node.name());
    }

    private static String type(Node node, List<DiscoveredNode> found) {
        return found.stream()
                .filter(each -> each.node().name().equals(node.name()))
                .map(each -> Seats.type(each.node()))
                .findFirst()
                .orElse("accelerators");
    }

    private static long free(Node node) {
        return node.cells().stream()
                .filter(acceleratorCell -> acceleratorCell.is() == Cell.Is.FREE)
                .count();
    }

    private static Row row(
            DiscoveredNode discoveredNode, Cells acceleratorMap, Scene visibleWorkloads) {
        String name = discoveredNode.node().name();
        return new Row(
                name,
                "/nodes/" + name,
                Format.accelerators(
                        discoveredNode.node().devices().count(), Seats.type(discoveredNode.node())),
                acceleratorMap.nodes().stream()
                        .filter(node -> node.name().equals(name))
                        .map(Node::words)
                        .findFirst()
                        .orElse(""),
                NodeView.condition(discoveredNode, visibleWorkloads),
                discoveredNode.tier());
    }

    public int count(Cell.Is is) {
        return cells.count(is);
    }

    public long whole() {
        return cells.all().count();
    }

    public int busy() {
        return count(Cell.Is.USED) + count(Cell.Is.IDLE) + count(Cell.Is.TAKEN);
    }
}
