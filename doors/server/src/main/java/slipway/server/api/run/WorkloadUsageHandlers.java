package slipway.server.api.run;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.run.AttemptStatus;
import slipway.run.Runner;
import slipway.run.Workload;
import slipway.run.WorkloadState;
import slipway.run.engine.UsageSample;
import slipway.schedule.picture.Placement.Seat;
import slipway.server.api.AuthorizedRequest;
import slipway.server.api.RouteHandler;
import slipway.wire.form.ListPage;
import slipway.wire.form.NoBody;
import slipway.wire.route.CursorPaging;
import slipway.wire.run.WorkloadRoutes;
import slipway.wire.run.WorkloadUsageRoutes;
import slipway.wire.run.WorkloadUsageRoutes.GpuView;
import slipway.wire.run.WorkloadUsageRoutes.VitalsView;

/** What running workloads take at the moment. */
final class WorkloadUsageHandlers {

    private final Runner runner;

    WorkloadUsageHandlers(Runner runner) {
        this.runner = runner;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(RouteHandler.of(WorkloadUsageRoutes.LIST, this::list));
    }

    private ListPage<VitalsView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        Optional<String> seen = CursorPaging.lastSeen(authorizedRequest.query());
        Optional<TeamId> team = authorizedRequest.query().find(WorkloadRoutes.TEAM);
        List<VitalsView> found =
                runner.docket()
                        .live()
                        .filter(each -> each.state() instanceof WorkloadState.Running)
                        .filter(each -> team.isEmpty() || team.get().equals(each.team()))
                        .filter(
                                each ->
                                        authorizedRequest
                                                .visitor()
                                                .may(Permission.WORKLOADS_READ, each.team()))
                        .filter(
                                each ->
                                        seen.isEmpty()
                                                || each.id().value().compareTo(seen.get()) > 0)
                        .sorted(Comparator.comparing(Workload::id))
                        .limit(authorizedRequest.query().get(CursorPaging.LIMIT) + 1L)
                        .map(this::view)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, VitalsView::id);
    }

    private VitalsView view(Workload workload) {
        AttemptStatus attemptStatus = runner.vitals(workload);
        Optional<UsageSample> sample = attemptStatus.sample();
        return new VitalsView(
                workload.id().value(),
                workload.name(),
                workload.team(),
                workload.state().place().stream()
                        .flatMap(place -> place.seats().stream())
                        .map(Seat::node)
                        .toList(),
                workload.state().since(),
                sample.map(UsageSample::at),
                attemptStatus.cpus(),
                sample.map(it -> it.memory().count()),
                sample.map(it -> (long) it.processes()),
                sample.stream()
                        .flatMap(it -> it.gpus().stream())
                        .map(WorkloadUsageHandlers::gpu)
                        .toList(),
                attemptStatus.progress().map(it -> it.step()),
                attemptStatus.progress().flatMap(it -> it.total()),
                attemptStatus.progress().flatMap(it -> it.loss()),
                attemptStatus.ends(),
                attemptStatus.hung(),
                attemptStatus.idle().map(AttemptStatus.Idle::because));
    }

    private static GpuView gpu(UsageSample.Gpu gpu) {
        return new GpuView(
                gpu.uuid(),
                gpu.utilisation().map(percent -> (long) Math.clamp(percent, 0, 100)),
                gpu.memory().count(),
                gpu.watts(),
                gpu.celsius(),
                gpu.throttled(),
                gpu.xids().stream().map(Integer::longValue).toList());
    }
}
