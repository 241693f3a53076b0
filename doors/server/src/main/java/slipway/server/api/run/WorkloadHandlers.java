package slipway.server.api.run;

import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.Say;
import slipway.base.TeamId;
import slipway.base.Times;
import slipway.base.WorkloadId;
import slipway.run.Runner;
import slipway.run.State;
import slipway.run.Submission;
import slipway.run.Workload;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.spec.workload.Flags;
import slipway.spec.workload.WorkloadFile;
import slipway.spec.workload.WorkloadSpec;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.route.Paging;
import slipway.wire.run.WorkloadRoutes;
import slipway.wire.run.WorkloadRoutes.ExplanationView;
import slipway.wire.run.WorkloadRoutes.NewRank;
import slipway.wire.run.WorkloadRoutes.NewWorkload;
import slipway.wire.run.WorkloadView;

/** Workloads: submitted, listed, explained, read, cancelled. */
final class WorkloadHandlers {

    private final Runner runner;
    private final InstantSource clock;
    private final Sight sight;

    WorkloadHandlers(Runner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
        this.sight = new Sight(runner);
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

    private WorkloadView view(Workload workload) {
        return views(List.of(workload), ZoneOffset.UTC).getFirst();
    }

    private WorkloadView show(Call<Nothing> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_READ);
        return views(List.of(workload), call.query().get(WorkloadRoutes.ZONE)).getFirst();
    }

    private List<WorkloadView> views(List<Workload> workloads, ZoneId zone) {
        var views = new WorkloadViews(runner, Say.times(clock.instant(), zone));
        return views.of(workloads);
    }

    private Page<WorkloadView> list(Call<Nothing> call) {
        Stream<Workload> all =
                call.query().get(WorkloadRoutes.ENDED)
                        ? Stream.concat(runner.docket().ended(), runner.docket().live())
                        : runner.docket().live();
        Optional<String> seen = Paging.lastSeen(call.query());
        Optional<TeamId> team = call.query().find(WorkloadRoutes.TEAM);
        List<Workload> found =
                all.filter(each -> team.isEmpty() || team.get().equals(each.team()))
                        .filter(each -> call.visitor().may(Permission.WORKLOADS_READ, each.team()))
                        .sorted(Comparator.comparing(Workload::id))
                        .filter(
                                each ->
                                        seen.isEmpty()
                                                || each.id().value().compareTo(seen.get()) > 0)
                        .limit(call.query().get(Paging.LIMIT) + 1L)
                        .toList();
        return Paging.page(
                call.query(),
                views(found, call.query().get(WorkloadRoutes.ZONE)),
                WorkloadView::id);
    }

    private Submission submission(Call<NewWorkload> call) {
        NewWorkload body = call.body();
        WorkloadSpec spec =
                WorkloadFile.of(body.spec(), body.file().orElse("the spec"), Flags.NONE).spec();
        String name = spec.name().or(body::name).orElse("job");
        return new Submission(spec, name, call.team(), call.visitor().id().value());
    }

    private WorkloadView submit(Call<NewWorkload> call) {
        WorkloadId id =
                Patience.awaitAny(
                        runner.submit(submission(call), call.actor(), call.sent().key()), call);
        return view(runner.get(id.value(), _ -> true));
    }

    private ExplanationView rehearse(Call<NewWorkload> call) {
        Submission submission = submission(call);
        return new WorkloadViews(runner, times(call))
                .explained(submission.name(), runner.dryRun(submission));
    }

    private Times times(Call<?> call) {
        return Say.times(clock.instant(), call.query().get(WorkloadRoutes.ZONE));
    }

    private WorkloadView cancel(Call<Nothing> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_WRITE);
        Patience.await(runner.cancel(workload, call.actor()), call);
        return view(runner.docket().find(workload.id()).orElse(workload));
    }

    private ExplanationView explain(Call<Nothing> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_READ);
        var views = new WorkloadViews(runner, times(call));
        return Optional.of(workload)
                .filter(each -> each.state() instanceof State.Queued)
                .flatMap(each -> runner.explain(each.id()))
                .map(explanation -> views.explained(workload.name(), explanation))
                .orElseGet(() -> views.told(workload));
    }

    private WorkloadView rank(Call<NewRank> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_WRITE);
        Patience.await(runner.rank(workload.id(), call.body().rank(), call.actor()), call);
        return view(runner.docket().find(workload.id()).orElse(workload));
    }
}
