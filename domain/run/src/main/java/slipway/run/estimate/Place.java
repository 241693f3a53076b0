package slipway.run.estimate;

import java.util.List;
import java.util.Optional;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.ResourceRequest;

/** The accelerators that a workload has or will probably have. */
public record Place(String type, int perNode, int nodes) {

    /**
     * Empty if it requests no whole accelerator. Of several types that it may have, the one it holds, else, as for its
     * cost, the first on the cluster.
     */
    public static Optional<Place> of(
            ResourceRequest resourceRequest, List<Node> nodes, Optional<Placement> on) {
        if (resourceRequest.accelerators().count() == 0
                || resourceRequest.accelerators().thousandths() != Node.Devices.WHOLE) {
            return Optional.empty();
        }
        return on.flatMap(placement -> type(placement, nodes))
                .or(() -> first(resourceRequest, nodes))
                .map(
                        type ->
                                new Place(
                                        type,
                                        resourceRequest.accelerators().count(),
                                        on.map(Placement::nodes)
                                                .orElse(resourceRequest.gang().nodes())));
    }

    private static Optional<String> type(Placement placement, List<Node> nodes) {
        String first = placement.seats().getFirst().node();
        return nodes.stream()
                .filter(node -> node.name().equals(first))
                .map(node -> node.devices().type())
                .findFirst();
    }

    private static Optional<String> first(ResourceRequest resourceRequest, List<Node> nodes) {
        return nodes.stream()
                .map(node -> node.devices().type())
                .filter(resourceRequest.accelerators()::allows)
                .findFirst()
                .or(() -> resourceRequest.accelerators().types().stream().findFirst());
    }
}
