package slipway.server.web.cluster;

import java.util.List;
import java.util.Optional;
import slipway.base.Say;
import slipway.run.engine.Found;
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

    public static ClusterView of(Scene scene) {
        var seats = new Seats(scene);
        Cells cells = seats.all();
        List<Found> found = scene.runner().nodes();
        return new ClusterView(
                cells,
                noun(found),
                largest(cells, found),
                found.stream().map(each -> row(each, cells, scene)).toList());
    }

    static String noun(List<Found> nodes) {
        boolean slots = nodes.stream().allMatch(each -> Seats.isSlots(each.node()));
        return slots ? "processors" : "accelerators";
    }

    private static Optional<String> largest(Cells cells, List<Found> found) {
        return cells.nodes().stream()
                .filter(node -> free(node) > 0)
                .max(java.util.Comparator.comparingLong(ClusterView::free))
                .map(
                        node ->
                                Say.accelerators((int) free(node), type(node, found))
                                        + " on "
                                        + node.name());
    }

    private static String type(Node node, List<Found> found) {
        return found.stream()
                .filter(each -> each.node().name().equals(node.name()))
                .map(each -> Seats.type(each.node()))
                .findFirst()
                .orElse("accelerators");
    }

    private static long free(Node node) {
        return node.cells().stream().filter(cell -> cell.is() == Cell.Is.FREE).count();
    }

    private static Row row(Found found, Cells cells, Scene scene) {
        String name = found.node().name();
        return new Row(
                name,
                "/nodes/" + name,
                Say.accelerators(found.node().devices().count(), Seats.type(found.node())),
                cells.nodes().stream()
                        .filter(node -> node.name().equals(name))
                        .map(Node::words)
                        .findFirst()
                        .orElse(""),
                NodeView.condition(found, scene),
                found.tier());
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
