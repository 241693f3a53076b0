package slipway.surface.run.api;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** The routes that list nodes, drain them and return them to service. */
public final class NodeRoutes {

    private static final String NODES = "/api/v1/nodes";
    private static final String NODE = NODES + "/{node}";

    /** A node and its free capacity. */
    public record NodeView(
            @ApiField(value = "Its name.", example = "h100-b1") String node,
            @ApiField(value = "The type of its accelerators; cpu if it has none.", example = "H100")
                    String type,
            @ApiField(value = "How many accelerators it has.", example = "8") long accelerators,
            @ApiField(value = "Thousandths of accelerators that are allocated.", example = "4000")
                    long taken,
            @ApiField(
                            value = "Thousandths of accelerators that foreign jobs hold.",
                            example = "2000")
                    long others,
            @ApiField(value = "Its processors, in thousandths.", example = "128000") long cpus,
            @ApiField(value = "Its memory in bytes.", example = "2199023255552") long memory,
            @ApiField(value = "ready, drained or failed.", example = "ready") String condition,
            @ApiField(
                            value = "How attempts are sandboxed and limited there.",
                            example = "bubblewrap")
                    String tier,
            @ApiField("Why it is drained.") Optional<String> because,
            @ApiField("Ids of the workloads there that you may see.") List<String> workloads,
            @ApiField(value = "How many workloads run there in total.", example = "3")
                    long running) {}

    /** The request to drain a node. */
    public record NewDrain(
            @ApiField(value = "The reason.", example = "The fan is replaced.") String because) {}

    public static final Route<NoBody, ListPage<NodeView>> LIST =
            Route.of(HttpMethod.GET, NODES)
                    .anywhere(
                            Permission.NODES_READ,
                            "list-nodes",
                            "List nodes and their free capacity.")
                    .listing(NodeView.class);
    public static final Route<NewDrain, NodeView> DRAIN =
            Route.of(HttpMethod.POST, NODE + "/drain")
                    .everywhere(
                            Permission.NODES_WRITE,
                            "drain-node",
                            "Let a node finish its work, and start nothing new.")
                    .asking(NewDrain.class)
                    .answering(NodeView.class);
    public static final Route<NoBody, NodeView> RESTORE =
            Route.of(HttpMethod.POST, NODE + "/restore")
                    .everywhere(
                            Permission.NODES_WRITE,
                            "restore-node",
                            "Return a drained node to service.")
                    .answering(NodeView.class);

    public static final List<Route<?, ?>> ALL = List.of(LIST, DRAIN, RESTORE);

    private NodeRoutes() {}
}
