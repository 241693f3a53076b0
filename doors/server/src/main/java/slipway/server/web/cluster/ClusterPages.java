package slipway.server.web.cluster;

import java.util.List;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.guard.Principal;
import slipway.run.Runner;
import slipway.server.api.Call;
import slipway.server.web.Area;
import slipway.server.web.Finder;
import slipway.server.web.Page;
import slipway.server.web.Search.Hit;
import slipway.server.web.View;
import slipway.server.web.queue.Scenes;
import slipway.wire.form.NoBody;
import slipway.wire.route.PathParameter;
import slipway.wire.route.Route;

/** The cluster, its nodes, and nodes by their names. */
public final class ClusterPages implements Finder {

    private static final ProblemCode NO_NODE =
            ProblemCode.of(ProblemKind.NOT_FOUND, "unknown-node", "There is no node of this name.");

    static final Route<NoBody, NoBody> CLUSTER =
            Page.at("/cluster")
                    .anywhere(
                            Permission.NODES_READ,
                            "show-cluster",
                            "Every accelerator, and what it does.");
    static final Route<NoBody, NoBody> NODE =
            Page.at("/nodes/{node}")
                    .anywhere(Permission.NODES_READ, "show-node", "A node, and who runs there.");

    private final Runner runner;
    private final Scenes visibleWorkloadsSource;

    public ClusterPages(Runner runner, Scenes visibleWorkloadsSource) {
        this.runner = runner;
        this.visibleWorkloadsSource = visibleWorkloadsSource;
    }

    public List<Page> pages() {
        return List.of(
                Page.of(
                        Area.CLUSTER,
                        "Cluster",
                        CLUSTER,
                        "slipway nodes",
                        authorizedRequest ->
                                View.of(
                                        "cluster/page",
                                        ClusterView.of(
                                                visibleWorkloadsSource.of(authorizedRequest)))),
                Page.of(Area.CLUSTER, "Node", NODE, "slipway nodes", this::node).within());
    }

    private View node(Call<NoBody> authorizedRequest) {
        String name = authorizedRequest.part(PathParameter.NODE);
        return runner.nodes().stream()
                .filter(discoveredNode -> discoveredNode.node().name().equals(name))
                .findFirst()
                .map(
                        discoveredNode ->
                                View.of(
                                        "cluster/node",
                                        NodeView.of(
                                                discoveredNode,
                                                visibleWorkloadsSource.of(authorizedRequest))))
                .map(pageContent -> pageContent.titled(name))
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_NODE,
                                        "There is no node " + name + ".",
                                        "The engine reports none of this name.",
                                        "See which there are: slipway nodes"));
    }

    @Override
    public Stream<Hit> find(Principal principal, String words) {
        return words.isEmpty() || !principal.mayAnywhere(Permission.NODES_READ)
                ? Stream.empty()
                : runner.nodes().stream()
                        .map(discoveredNode -> discoveredNode.node())
                        .filter(node -> Finder.matches(node.name(), words))
                        .map(
                                node ->
                                        new Hit(
                                                "Nodes",
                                                node.name(),
                                                node.devices().count() + " " + Seats.type(node),
                                                "server-2",
                                                "/nodes/" + node.name()));
    }
}
