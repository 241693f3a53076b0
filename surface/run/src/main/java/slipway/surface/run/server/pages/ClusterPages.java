package slipway.surface.run.server.pages;

import java.util.List;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.identity.Principal;
import slipway.run.Runner;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.Search.Hit;

/** The pages of the cluster and of each node, and the search for nodes. */
public final class ClusterPages implements Finder {

    private static final ProblemCode NO_NODE =
            ProblemCode.of(ProblemKind.NOT_FOUND, "unknown-node", "There is no node of this name.");

    static final Route<NoBody, NoBody> CLUSTER =
            PageRoute.at("/cluster")
                    .anywhere(
                            Permission.NODES_READ,
                            "show-cluster",
                            "Show every accelerator and its use.");
    static final Route<NoBody, NoBody> NODE =
            PageRoute.at("/nodes/{node}")
                    .anywhere(Permission.NODES_READ, "show-node", "Show a node and its workloads.");

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
                        .withoutTab());
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
                .map(pageContent -> pageContent.withTitle(name))
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_NODE,
                                        "There is no node " + name + ".",
                                        "The engine reports no node with this name.",
                                        "List the nodes: slipway nodes"));
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
