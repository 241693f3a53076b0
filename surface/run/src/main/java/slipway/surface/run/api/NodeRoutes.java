package slipway.surface.run.api;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** Nodes: what there is to run on. */
public final class NodeRoutes {

    private static final String NODES = "/api/v1/nodes";
    private static final String NODE = NODES + "/{node}";

    /** A node and what is free on it. */
    public record NodeView(
            @ApiField(value = "Its name.", example = "h100-b1") String node,
            @ApiField(
                            value = "The type of its accelerators; cpu where it has none.",
                            example = "H100")
                    String type,
            @ApiField(value = "How many it has.", example = "8") long accelerators,
            @ApiField(value = "Of those, thousandths that somebody has.", example = "4000")
                    long taken,
            @ApiField(
                            value = "Of those, thousandths that jobs have which are not Slipway's.",
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
            @ApiField("What runs there, by id, as far as you see its team.") List<String> workloads,
            @ApiField(value = "How many run there in all.", example = "3") long running) {}

    /** Why a node is drained. */
    public record NewDrain(
            @ApiField(value = "Why.", example = "The fan is replaced.") String because) {}

    public static final Route<NoBody, ListPage<NodeView>> LIST =
            Route.of(HttpMethod.GET, NODES)
                    .anywhere(
                            Permission.NODES_READ,
                            "list-nodes",
                            "Lists the nodes and what is free on them.")
                    .listing(NodeView.class);
    public static final Route<NewDrain, NodeView> DRAIN =
            Route.of(HttpMethod.POST, NODE + "/drain")
                    .everywhere(
                            Permission.NODES_WRITE,
                            "drain-node",
                            "Lets a node finish what it runs and gives it nothing new.")
                    .asking(NewDrain.class)
                    .answering(NodeView.class);
    public static final Route<NoBody, NodeView> RESTORE =
            Route.of(HttpMethod.POST, NODE + "/restore")
                    .everywhere(
                            Permission.NODES_WRITE, "restore-node", "Gives work to a node again.")
                    .answering(NodeView.class);

    public static final List<Route<?, ?>> ALL = List.of(LIST, DRAIN, RESTORE);

    private NodeRoutes() {}
}
