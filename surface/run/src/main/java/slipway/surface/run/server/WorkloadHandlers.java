package slipway.surface.run.server;

import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.journal.table.KeyRange;
import slipway.run.Runner;
import slipway.run.lifecycle.Submission;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.spec.sbatch.WorkloadFile;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadRoutes.NewRank;
import slipway.surface.api.workload.WorkloadRoutes.NewWorkload;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Submits, lists, explains, reorders and cancels workloads. */
final class WorkloadHandlers {

    private final Runner runner;
    private final InstantSource clock;
    private final WorkloadLookup workloadLookup;

    WorkloadHandlers(Runner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
        this.workloadLookup = new WorkloadLookup(runner);
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(WorkloadRoutes.LIST, this::list),
                RouteHandler.of(WorkloadRoutes.SHOW, this::show),
                RouteHandler.keyed(WorkloadRoutes.SUBMIT, this::submit),
                RouteHandler.harmless(WorkloadRoutes.REHEARSE, this::dryRun),
                RouteHandler.of(WorkloadRoutes.CANCEL, this::cancel),
                RouteHandler.of(WorkloadRoutes.EXPLAIN, this::explain),
                RouteHandler.of(WorkloadRoutes.PLACE, this::rank));
    }

    private WorkloadView view(Workload workload, AuthorizedRequest<?> authorizedRequest) {
        return views(List.of(workload), authorizedRequest, ZoneOffset.UTC).getFirst();
    }

    private WorkloadView show(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_READ);
        return views(
                        List.of(workload),
                        authorizedRequest,
                        authorizedRequest.query().get(WorkloadRoutes.ZONE))
                .getFirst();
    }

    private List<WorkloadView> views(
            List<Workload> workloads, AuthorizedRequest<?> authorizedRequest, ZoneId zone) {
        return views(authorizedRequest, Format.times(clock.instant(), zone)).of(workloads);
    }

    private WorkloadViews views(AuthorizedRequest<?> authorizedRequest, TimeFormat timeFormat) {
        return new WorkloadViews(
                runner,
                timeFormat,
                each -> authorizedRequest.principal().may(Permission.WORKLOADS_READ, each.team()));
    }

    private ListPage<WorkloadView> list(AuthorizedRequest<NoBody> authorizedRequest) {
        Optional<String> after = CursorPaging.lastSeen(authorizedRequest.query());
        Optional<TeamId> team = authorizedRequest.query().find(WorkloadRoutes.TEAM);
        Predicate<TeamId> visible =
                each ->
                        (team.isEmpty() || team.get().equals(each))
                                && authorizedRequest
                                        .principal()
                                        .may(Permission.WORKLOADS_READ, each);
        int limit = authorizedRequest.query().get(CursorPaging.LIMIT) + 1;
        // Live workloads are read first: one that ends in between is then in both lists and counts
        // once. In the other order it could be in neither.
        Map<WorkloadId, Workload> found = new TreeMap<>();
        runner.runState()
                .live()
                .filter(each -> visible.test(each.team()))
                .filter(each -> after.isEmpty() || each.id().value().compareTo(after.get()) > 0)
                .forEach(each -> found.put(each.id(), each));
        if (authorizedRequest.query().get(WorkloadRoutes.ENDED)) {
            runner.ended(KeyRange.after(after, limit), visible)
                    .forEach(each -> found.put(each.id(), each));
        }
        return CursorPaging.page(
                authorizedRequest.query(),
                views(
                        found.values().stream().limit(limit).toList(),
                        authorizedRequest,
                        authorizedRequest.query().get(WorkloadRoutes.ZONE)),
                WorkloadView::id);
    }

    private Submission submission(AuthorizedRequest<NewWorkload> authorizedRequest) {
        NewWorkload body = authorizedRequest.body();
        WorkloadSpec spec =
                WorkloadFile.of(body.spec(), body.file().orElse("the spec"), SpecOverrides.NONE)
                        .spec();
        String name = spec.name().or(body::name).orElse("job");
        return new Submission(
                spec, name, authorizedRequest.team(), authorizedRequest.principal().id().value());
    }

    private WorkloadView submit(AuthorizedRequest<NewWorkload> authorizedRequest) {
        WorkloadId id =
                CommitWait.awaitAny(
                        runner.submit(
                                submission(authorizedRequest),
                                authorizedRequest.actor(),
                                authorizedRequest.details().key()),
                        authorizedRequest);
        return view(runner.get(id.value(), _ -> true), authorizedRequest);
    }

    private ExplanationView dryRun(AuthorizedRequest<NewWorkload> authorizedRequest) {
        Submission submission = submission(authorizedRequest);
        return views(authorizedRequest, times(authorizedRequest))
                .explain(
                        submission.name(),
                        runner.dryRun(submission),
                        EstimateViews.of(submission, runner));
    }

    private TimeFormat times(AuthorizedRequest<?> authorizedRequest) {
        return Format.times(clock.instant(), authorizedRequest.query().get(WorkloadRoutes.ZONE));
    }

    private WorkloadView cancel(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_WRITE);
        CommitWait.await(runner.cancel(workload, authorizedRequest.actor()), authorizedRequest);
        return view(runner.runState().find(workload.id()).orElse(workload), authorizedRequest);
    }

    private ExplanationView explain(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_READ);
        WorkloadViews views = views(authorizedRequest, times(authorizedRequest));
        return Optional.of(workload)
                .filter(each -> each.state() instanceof WorkloadState.Queued)
                .flatMap(each -> runner.explain(each.id()))
                .map(
                        explanation ->
                                views.explain(
                                        workload.name(),
                                        explanation,
                                        EstimateViews.of(workload, runner)))
                .orElseGet(
                        () ->
                                views.explain(
                                        runner.runState().find(workload.id()).orElse(workload)));
    }

    private WorkloadView rank(AuthorizedRequest<NewRank> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_WRITE);
        CommitWait.await(
                runner.rank(
                        workload.id(), authorizedRequest.body().rank(), authorizedRequest.actor()),
                authorizedRequest);
        return view(runner.runState().find(workload.id()).orElse(workload), authorizedRequest);
    }
}
