package slipway.surface.run.server;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.run.Runner;
import slipway.run.engine.UsageSample;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.run.api.WorkloadUsageRoutes;
import slipway.surface.run.api.WorkloadUsageRoutes.GpuView;
import slipway.surface.run.api.WorkloadUsageRoutes.VitalsView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/** Lists live usage of running workloads. */
final class WorkloadUsageHandlers {

    private final Runner runner;

    WorkloadUsageHandlers(Runner runner) {
        this.runner = runner;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(RouteHandler.of(WorkloadUsageRoutes.LIST, this::list));
    }

    private ListPage<VitalsView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        Optional<String> after = CursorPaging.lastSeen(authorizedRequest.query());
        Optional<TeamId> team = authorizedRequest.query().find(WorkloadRoutes.TEAM);
        List<VitalsView> found =
                runner.runState()
                        .live()
                        .filter(each -> each.state() instanceof WorkloadState.Running)
                        .filter(each -> team.isEmpty() || team.get().equals(each.team()))
                        .filter(
                                each ->
                                        authorizedRequest
                                                .principal()
                                                .may(Permission.WORKLOADS_READ, each.team()))
                        .filter(
                                each ->
                                        after.isEmpty()
                                                || each.id().value().compareTo(after.get()) > 0)
                        .sorted(Comparator.comparing(Workload::id))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .map(this::view)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, VitalsView::id);
    }

    private VitalsView view(Workload workload) {
        AttemptStatus attemptStatus = runner.status(workload);
        Optional<UsageSample> sample = attemptStatus.sample();
        return new VitalsView(
                workload.id().value(),
                workload.name(),
                workload.team(),
                workload.state().currentPlacement().stream()
                        .flatMap(placement -> placement.seats().stream())
                        .map(NodeAllocation::node)
                        .toList(),
                workload.state().since(),
                sample.map(UsageSample::at),
                attemptStatus.cpuThousandths(),
                sample.map(it -> it.memory().now().count()),
                sample.map(it -> (long) it.processes()),
                sample.stream()
                        .flatMap(it -> it.gpus().stream())
                        .map(WorkloadUsageHandlers::gpu)
                        .toList(),
                attemptStatus.progress().map(it -> it.step()),
                attemptStatus.progress().flatMap(it -> it.total()),
                attemptStatus.progress().flatMap(it -> it.loss()),
                attemptStatus.expectedEnd(),
                attemptStatus.hung(),
                attemptStatus.idle().map(AttemptStatus.Idle::because));
    }

    private static GpuView gpu(UsageSample.Gpu gpu) {
        return new GpuView(
                gpu.uuid(),
                gpu.utilization().map(percent -> (long) Math.clamp(percent, 0, 100)),
                gpu.memory().count(),
                gpu.watts(),
                gpu.celsius(),
                gpu.throttled(),
                gpu.xids().stream().map(Integer::longValue).toList());
    }
}
