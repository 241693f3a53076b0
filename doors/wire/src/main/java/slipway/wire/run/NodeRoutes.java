package slipway.wire.run;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/** Nodes: what there is to run on. */
public final class NodeRoutes {

    private static final String NODES = "/api/v1/nodes";
    private static final String NODE = NODES + "/{node}";

    /** A node and what is free on it. */
    public record NodeView(
            @Means(value = "Its name.", example = "h100-b1") String node,
            @Means(value = "The type of its accelerators; cpu where it has none.", example = "H100")
                    String type,
            @Means(value = "How many it has.", example = "8") long accelerators,
            @Means(value = "Of those, thousandths that somebody has.", example = "4000") long taken,
            @Means(
                            value = "Of those, thousandths that jobs have which are not Slipway's.",
                            example = "2000")
                    long others,
            @Means(value = "Its processors, in thousandths.", example = "128000") long cpus,
            @Means(value = "Its memory in bytes.", example = "2199023255552") long memory,
            @Means(value = "ready, drained or failed.", example = "ready") String condition,
            @Means(value = "How attempts are sandboxed and limited there.", example = "bubblewrap")
                    String tier,
            @Means("Why it is drained.") Optional<String> because,
            @Means("What runs there, by id, as far as you see its team.") List<String> workloads,
            @Means(value = "How many run there in all.", example = "3") long running) {}

    /** Why a node is drained. */
    public record NewDrain(
            @Means(value = "Why.", example = "The fan is replaced.") String because) {}

    public static final Route<Nothing, Page<NodeView>> LIST =
            Route.of(Verb.GET, NODES)
                    .anywhere(
                            Permission.NODES_READ,
                            "list-nodes",
                            "Lists the nodes and what is free on them.")
                    .listing(NodeView.class);
    public static final Route<NewDrain, NodeView> DRAIN =
            Route.of(Verb.POST, NODE + "/drain")
                    .everywhere(
                            Permission.NODES_WRITE,
                            "drain-node",
                            "Lets a node finish what it runs and gives it nothing new.")
                    .asking(NewDrain.class)
                    .answering(NodeView.class);
    public static final Route<Nothing, NodeView> RESTORE =
            Route.of(Verb.POST, NODE + "/restore")
                    .everywhere(
                            Permission.NODES_WRITE, "restore-node", "Gives work to a node again.")
                    .answering(NodeView.class);

    public static final List<Route<?, ?>> ALL = List.of(LIST, DRAIN, RESTORE);

    private NodeRoutes() {}
}
