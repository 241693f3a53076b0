package slipway.server.web.cluster;

import java.util.List;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.guard.Principal;
import slipway.run.Runner;
import slipway.server.api.AuthorizedRequest;
import slipway.server.web.Finder;
import slipway.server.web.NavigationArea;
import slipway.server.web.PageContent;
import slipway.server.web.PageRoute;
import slipway.server.web.Search.Hit;
import slipway.server.web.queue.VisibleWorkloadsSource;
import slipway.wire.form.NoBody;
import slipway.wire.route.PathParameter;
import slipway.wire.route.Route;

/** The cluster, its nodes, and nodes by their names. */
public final class ClusterPages implements Finder {

    private static final ProblemCode NO_NODE =
            ProblemCode.of(ProblemKind.NOT_FOUND, "unknown-node", "There is no node of this name.");

    static final Route<NoBody, NoBody> CLUSTER =
            PageRoute.at("/cluster")
                    .anywhere(
                            Permission.NODES_READ,
                            "show-cluster",
                            "Every accelerator, and what it does.");
    static final Route<NoBody, NoBody> NODE =
            PageRoute.at("/nodes/{node}")
                    .anywhere(Permission.NODES_READ, "show-node", "A node, and who runs there.");

    private final Runner runner;
    private final VisibleWorkloadsSource visibleWorkloadsSource;

    public ClusterPages(Runner runner, VisibleWorkloadsSource visibleWorkloadsSource) {
        this.runner = runner;
        this.visibleWorkloadsSource = visibleWorkloadsSource;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.CLUSTER,
                        "Cluster",
                        CLUSTER,
                        "slipway nodes",
                        authorizedRequest ->
                                PageContent.of(
                                        "cluster/page",
                                        ClusterPage.of(
                                                visibleWorkloadsSource.of(authorizedRequest)))),
                PageRoute.of(NavigationArea.CLUSTER, "Node", NODE, "slipway nodes", this::node)
                        .within());
    }

    private PageContent node(AuthorizedRequest<NoBody> authorizedRequest) {
        String name = authorizedRequest.part(PathParameter.NODE);
        return runner.nodes().stream()
                .filter(discoveredNode -> discoveredNode.node().name().equals(name))
                .findFirst()
                .map(
                        discoveredNode ->
                                PageContent.of(
                                        "cluster/node",
                                        NodePage.of(
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
                                                node.devices().count()
                                                        + " "
                                                        + NodeOccupancy.type(node),
                                                "server-2",
                                                "/nodes/" + node.name()));
    }
}
