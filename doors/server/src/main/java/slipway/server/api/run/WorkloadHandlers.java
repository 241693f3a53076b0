package slipway.server.api.run;

import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import slipway.base.Format;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.TimeFormat;
import slipway.base.WorkloadId;
import slipway.journal.KeyRange;
import slipway.run.Runner;
import slipway.run.Submission;
import slipway.run.Workload;
import slipway.run.WorkloadState;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadFile;
import slipway.spec.workload.WorkloadSpec;
import slipway.wire.form.ListPage;
import slipway.wire.form.NoBody;
import slipway.wire.route.CursorPaging;
import slipway.wire.run.WorkloadRoutes;
import slipway.wire.run.WorkloadRoutes.ExplanationView;
import slipway.wire.run.WorkloadRoutes.NewRank;
import slipway.wire.run.WorkloadRoutes.NewWorkload;
import slipway.wire.run.WorkloadView;

/** Workloads: submitted, listed, explained, read, cancelled. */
final class WorkloadHandlers {

    private final Runner runner;
    private final InstantSource clock;
    private final Sight workloadLookup;

    WorkloadHandlers(Runner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
        this.workloadLookup = new Sight(runner);
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(WorkloadRoutes.LIST, this::list),
                Binding.of(WorkloadRoutes.SHOW, this::show),
                Binding.of(WorkloadRoutes.SUBMIT, this::submit),
                Binding.of(WorkloadRoutes.REHEARSE, this::rehearse),
                Binding.of(WorkloadRoutes.CANCEL, this::cancel),
                Binding.of(WorkloadRoutes.EXPLAIN, this::explain),
                Binding.of(WorkloadRoutes.PLACE, this::rank));
    }

    private WorkloadView view(Workload workload, Call<?> authorizedRequest) {
        return views(List.of(workload), authorizedRequest, ZoneOffset.UTC).getFirst();
    }

    private WorkloadView show(Call<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_READ);
        return views(
                        List.of(workload),
                        authorizedRequest,
                        authorizedRequest.query().get(WorkloadRoutes.ZONE))
                .getFirst();
    }

    private List<WorkloadView> views(
            List<Workload> workloads, Call<?> authorizedRequest, ZoneId zone) {
        return views(authorizedRequest, Format.times(clock.instant(), zone)).of(workloads);
    }

    private WorkloadViews views(Call<?> authorizedRequest, TimeFormat timeFormat) {
        return new WorkloadViews(
                runner,
                timeFormat,
                each -> authorizedRequest.visitor().may(Permission.WORKLOADS_READ, each.team()));
    }

    private ListPage<WorkloadView> list(Call<NoBody> authorizedRequest) {
        Optional<String> seen = CursorPaging.lastSeen(authorizedRequest.query());
        Optional<TeamId> team = authorizedRequest.query().find(WorkloadRoutes.TEAM);
        Predicate<TeamId> of =
                each ->
                        (team.isEmpty() || team.get().equals(each))
                                && authorizedRequest.visitor().may(Permission.WORKLOADS_READ, each);
        int limit = authorizedRequest.query().get(CursorPaging.LIMIT) + 1;
        // Whatever ends meanwhile is then in both, and counts once; the other way round it would be
        // in neither.
        Map<WorkloadId, Workload> found = new TreeMap<>();
        runner.docket()
                .live()
                .filter(each -> of.test(each.team()))
                .filter(each -> seen.isEmpty() || each.id().value().compareTo(seen.get()) > 0)
                .forEach(each -> found.put(each.id(), each));
        if (authorizedRequest.query().get(WorkloadRoutes.ENDED)) {
            runner.ended(KeyRange.after(seen, limit), of)
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

    private Submission submission(Call<NewWorkload> authorizedRequest) {
        NewWorkload body = authorizedRequest.body();
        WorkloadSpec spec =
                WorkloadFile.of(body.spec(), body.file().orElse("the spec"), SpecOverrides.NONE)
                        .spec();
        String name = spec.name().or(body::name).orElse("job");
        return new Submission(
                spec, name, authorizedRequest.team(), authorizedRequest.visitor().id().value());
    }

    private WorkloadView submit(Call<NewWorkload> authorizedRequest) {
        WorkloadId id =
                Patience.awaitAny(
                        runner.submit(
                                submission(authorizedRequest),
                                authorizedRequest.actor(),
                                authorizedRequest.sent().key()),
                        authorizedRequest);
        return view(runner.get(id.value(), _ -> true), authorizedRequest);
    }

    private ExplanationView rehearse(Call<NewWorkload> authorizedRequest) {
        Submission submission = submission(authorizedRequest);
        return views(authorizedRequest, times(authorizedRequest))
                .explained(
                        submission.name(),
                        runner.dryRun(submission),
                        Forethought.of(submission, runner));
    }

    private TimeFormat times(Call<?> authorizedRequest) {
        return Format.times(clock.instant(), authorizedRequest.query().get(WorkloadRoutes.ZONE));
    }

    private WorkloadView cancel(Call<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_WRITE);
        Patience.await(runner.cancel(workload, authorizedRequest.actor()), authorizedRequest);
        return view(runner.docket().find(workload.id()).orElse(workload), authorizedRequest);
    }

    private ExplanationView explain(Call<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_READ);
        WorkloadViews views = views(authorizedRequest, times(authorizedRequest));
        return Optional.of(workload)
                .filter(each -> each.state() instanceof WorkloadState.Queued)
                .flatMap(each -> runner.explain(each.id()))
                .map(
                        explanation ->
                                views.explained(
                                        workload.name(),
                                        explanation,
                                        Forethought.of(workload, runner)))
                .orElseGet(() -> views.told(runner.docket().find(workload.id()).orElse(workload)));
    }

    private WorkloadView rank(Call<NewRank> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_WRITE);
        Patience.await(
                runner.rank(
                        workload.id(), authorizedRequest.body().rank(), authorizedRequest.actor()),
                authorizedRequest);
        return view(runner.docket().find(workload.id()).orElse(workload), authorizedRequest);
    }
}
