package slipway.surface.run.server;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Permission;
import slipway.run.Runner;
import slipway.run.engine.DiscoveredNode;
import slipway.run.lifecycle.NodeDrain;
import slipway.run.lifecycle.Workload;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.run.api.NodeRoutes;
import slipway.surface.run.api.NodeRoutes.NewDrain;
import slipway.surface.run.api.NodeRoutes.NodeView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Lists nodes, drains them and returns them to service. */
final class NodeHandlers {

    private final Runner runner;

    NodeHandlers(Runner runner) {
        this.runner = runner;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(NodeRoutes.LIST, this::list),
                RouteHandler.of(NodeRoutes.DRAIN, this::drain),
                RouteHandler.of(NodeRoutes.RESTORE, this::restore));
    }

    private ListPage<NodeView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        Optional<String> after = CursorPaging.lastSeen(authorizedRequest.query());
        List<NodeView> found =
                runner.nodes().stream()
                        .map(each -> view(each, authorizedRequest))
                        .filter(each -> after.isEmpty() || each.node().compareTo(after.get()) > 0)
                        .sorted(java.util.Comparator.comparing(NodeView::node))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, NodeView::node);
    }

    private NodeView view(DiscoveredNode discoveredNode, AuthorizedRequest<?> authorizedRequest) {
        String name = discoveredNode.node().name();
        Optional<NodeDrain> drain = runner.runState().drain(name);
        List<Workload> onNode =
                runner.runState()
                        .live()
                        .filter(
                                each ->
                                        each.state().currentPlacement().stream()
                                                .anyMatch(p -> isOn(p.seats(), name)))
                        .toList();
        long taken =
                onNode.stream()
                        .flatMap(each -> each.state().currentPlacement().stream())
                        .flatMap(placement -> placement.seats().stream())
                        .filter(seat -> seat.node().equals(name))
                        .mapToLong(NodeAllocation::totalThousandths)
                        .sum();
        long others =
                runner.engine().foreignJobs().stream()
                        .flatMap(each -> each.placement().seats().stream())
                        .filter(seat -> seat.node().equals(name))
                        .mapToLong(NodeAllocation::totalThousandths)
                        .sum();
        String condition =
                drain.isPresent()
                        ? "drained"
                        : discoveredNode.node().condition().name().toLowerCase(Locale.ROOT);
        return new NodeView(
                name,
                discoveredNode.node().devices().type(),
                discoveredNode.node().devices().count(),
                taken + others,
                others,
                discoveredNode.node().machine().cpus(),
                discoveredNode.node().machine().memory().count(),
                condition,
                discoveredNode.tier(),
                drain.map(NodeDrain::because),
                onNode.stream()
                        .filter(
                                each ->
                                        authorizedRequest
                                                .principal()
                                                .may(Permission.WORKLOADS_READ, each.team()))
                        .map(each -> each.id().value())
                        .toList(),
                onNode.size());
    }

    private static boolean isOn(List<NodeAllocation> seats, String node) {
        return seats.stream().anyMatch(seat -> seat.node().equals(node));
    }

    private NodeView drain(AuthorizedRequest<NewDrain> authorizedRequest) {
        return changeDrain(authorizedRequest, Optional.of(authorizedRequest.body().because()));
    }

    private NodeView restore(AuthorizedRequest<NoBody> authorizedRequest) {
        return changeDrain(authorizedRequest, Optional.empty());
    }

    private NodeView changeDrain(AuthorizedRequest<?> authorizedRequest, Optional<String> because) {
        String node = authorizedRequest.part(PathParameter.NODE);
        CommitWait.await(runner.drain(node, because, authorizedRequest.actor()), authorizedRequest);
        return runner.nodes().stream()
                .filter(each -> each.node().name().equals(node))
                .findFirst()
                .map(discoveredNode -> view(discoveredNode, authorizedRequest))
                .orElseThrow(() -> new IllegalStateException("The node has disappeared: " + node));
    }
}
