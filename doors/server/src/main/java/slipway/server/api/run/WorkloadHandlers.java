package slipway.server.api.run;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.Runner;
import slipway.run.Submission;
import slipway.run.Workload;
import slipway.run.attempt.AttemptLog;
import slipway.run.engine.AttemptId;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Patience;
import slipway.spec.workload.Flags;
import slipway.spec.workload.WorkloadFile;
import slipway.spec.workload.WorkloadSpec;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.route.Paging;
import slipway.wire.route.PathPart;
import slipway.wire.run.WorkloadRoutes;
import slipway.wire.run.WorkloadRoutes.ExplanationView;
import slipway.wire.run.WorkloadRoutes.LogView;
import slipway.wire.run.WorkloadRoutes.NewRank;
import slipway.wire.run.WorkloadRoutes.NewWorkload;
import slipway.wire.run.WorkloadView;

/** Workloads: submitted, listed, explained, read, cancelled. */
final class WorkloadHandlers {

    private static final Code NOT_THERE =
            Code.of(
                    Kind.NOT_FOUND,
                    "unknown-workload",
                    "There is no workload of this name that you may see.");
    private static final Code NOT_WAITING =
            Code.of(Kind.CONFLICT, "workload-over", "The workload has ended.");

    private static final int LOG_PART = 256 << 10;

    private final Runner runner;
    private final InstantSource clock;

    WorkloadHandlers(Runner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(WorkloadRoutes.LIST, this::list),
                Binding.of(
                        WorkloadRoutes.SHOW, call -> view(found(call, Permission.WORKLOADS_READ))),
                Binding.of(WorkloadRoutes.SUBMIT, this::submit),
                Binding.of(WorkloadRoutes.REHEARSE, this::rehearse),
                Binding.of(WorkloadRoutes.CANCEL, this::cancel),
                Binding.of(WorkloadRoutes.EXPLAIN, this::explain),
                Binding.of(WorkloadRoutes.LOG, this::log),
                Binding.of(WorkloadRoutes.PLACE, this::rank));
    }

    private WorkloadView view(Workload workload) {
        return WorkloadViews.of(workload, runner);
    }

    private Page<WorkloadView> list(Call<Nothing> call) {
        Stream<Workload> all =
                call.query().get(WorkloadRoutes.ENDED)
                        ? Stream.concat(runner.docket().ended(), runner.docket().live())
                        : runner.docket().live();
        Optional<String> seen = Paging.lastSeen(call.query());
        List<WorkloadView> found =
                all.filter(each -> call.visitor().may(Permission.WORKLOADS_READ, each.team()))
                        .sorted(java.util.Comparator.comparing(Workload::id))
                        .filter(
                                each ->
                                        seen.isEmpty()
                                                || each.id().value().compareTo(seen.get()) > 0)
                        .limit(call.query().get(Paging.LIMIT) + 1L)
                        .map(this::view)
                        .toList();
        return Paging.page(call.query(), found, WorkloadView::id);
    }

    /** The one of the path; who may not see it, or do this with it, is told the same as if it were not there. */
    private Workload found(Call<?> call, Permission needed) {
        String name = call.part(PathPart.WORKLOAD);
        Workload workload =
                runner.find(
                                name,
                                each -> call.visitor().may(Permission.WORKLOADS_READ, each.team()))
                        .orElseThrow(() -> missing(name));
        call.visitor().demand(needed, workload.team());
        return workload;
    }

    private static Problem missing(String name) {
        return new Problem(
                NOT_THERE,
                "There is no workload " + name + ".",
                "It was never submitted here, or you may not see it.",
                "See what there is: slipway ps -a");
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
        return view(runner.docket().find(id).orElseThrow(() -> missing(id.value())));
    }

    private ExplanationView rehearse(Call<NewWorkload> call) {
        Submission submission = submission(call);
        return WorkloadViews.of(submission.name(), runner.dryRun(submission), clock.instant());
    }

    private WorkloadView cancel(Call<Nothing> call) {
        Workload workload = found(call, Permission.WORKLOADS_WRITE);
        Patience.await(runner.cancel(workload, call.actor()), call);
        return view(runner.docket().find(workload.id()).orElse(workload));
    }

    private ExplanationView explain(Call<Nothing> call) {
        Workload workload = found(call, Permission.WORKLOADS_READ);
        return runner.explain(workload.id())
                .map(explanation -> WorkloadViews.of(workload.name(), explanation, clock.instant()))
                .orElseThrow(() -> over(workload));
    }

    private static Problem over(Workload workload) {
        return new Problem(
                NOT_WAITING,
                "%s has %s.".formatted(workload.name(), workload.state().word()),
                "Only what waits or runs has something to explain.",
                "See how it went: slipway logs " + workload.name());
    }

    private LogView log(Call<Nothing> call) {
        Workload workload = found(call, Permission.WORKLOADS_READ);
        int newest = workload.trail().attempts();
        int number = call.query().find(WorkloadRoutes.ATTEMPT).orElse(newest);
        if (number < 1 || number > newest) {
            return new LogView("", 0, Math.max(0, newest), workload.state().ended());
        }
        AttemptLog log =
                runner.directory(new AttemptId(workload.id(), number))
                        .log(call.query().get(WorkloadRoutes.RANK));
        boolean over = number < newest || !workload.state().place().isPresent();
        AttemptLog.Part part = log.read(call.query().get(WorkloadRoutes.FROM), LOG_PART);
        return new LogView(
                new String(part.bytes(), StandardCharsets.UTF_8),
                part.next(),
                number,
                over && part.bytes().length == 0);
    }

    private WorkloadView rank(Call<NewRank> call) {
        Workload workload = found(call, Permission.WORKLOADS_WRITE);
        Patience.await(runner.rank(workload.id(), call.body().rank(), call.actor()), call);
        return view(runner.docket().find(workload.id()).orElse(workload));
    }
}
