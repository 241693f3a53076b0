package slipway.surface.plan.server;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.RateCard;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceStore;
import slipway.plan.CurrentPlanner;
import slipway.plan.Planner;
import slipway.plan.pilot.FullRunEstimate;
import slipway.plan.pilot.FullRunGoal;
import slipway.plan.pilot.PilotRecord;
import slipway.plan.pilot.PilotResult;
import slipway.plan.pilot.PilotScaling;
import slipway.plan.pilot.PilotScaling.Sized;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.spec.workload.CheckpointSpec;
import slipway.spec.workload.TrainingSpec;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.NoBody;
import slipway.surface.plan.api.PilotRoutes;
import slipway.surface.plan.api.PilotRoutes.PilotView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/** Plans a full run, and other sizes of it, from the result of its pilot. */
public final class PilotHandlers {

    private static final ProblemCode NO_PILOT =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "not-a-pilot",
                    "The workload is not a pilot, so it was not measured.");
    private static final ProblemCode NO_SIZES =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-model-for-sizes",
                    "Another size of a run cannot be estimated, because its spec has no plan.");

    private final Runner runner;
    private final EvidenceStore evidenceStore;
    private final CurrentPlanner currentPlanner;
    private final RateCard rateCard;
    private final BiFunction<Workload, Fact.WorkloadEnded, PilotRecord> results;

    /**
     * @param results reads the result of a pilot that has ended from its attempt
     */
    public PilotHandlers(
            Runner runner,
            EvidenceStore evidenceStore,
            CurrentPlanner currentPlanner,
            RateCard rateCard,
            BiFunction<Workload, Fact.WorkloadEnded, PilotRecord> results) {
        this.runner = runner;
        this.evidenceStore = evidenceStore;
        this.currentPlanner = currentPlanner;
        this.rateCard = rateCard;
        this.results = results;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(RouteHandler.of(PilotRoutes.SHOW, this::show));
    }

    private PilotView show(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload =
                runner.get(
                        authorizedRequest.part(PathParameter.WORKLOAD),
                        each ->
                                authorizedRequest
                                        .principal()
                                        .may(Permission.WORKLOADS_READ, each.team()));
        if (workload.spec().pilot().isEmpty()) {
            throw new Problem(
                    NO_PILOT,
                    "%s is not a pilot.".formatted(workload.name()),
                    "Only workloads of slipway plan pilot are measured step by step.",
                    "Run a pilot of its spec: slipway plan pilot job.yaml");
        }
        var views = new PilotViews(workload);
        Optional<PilotRecord> pilotRecord = pilotRecord(workload);
        if (pilotRecord.isEmpty()) {
            return views.running(runner.status(workload));
        }
        return pilotRecord
                .get()
                .result()
                .map(result -> fullRun(authorizedRequest, workload, pilotRecord.get(), result))
                .orElseGet(() -> views.insufficient(pilotRecord.get()));
    }

    /** Reads the attempt if the pilot has ended just now and its result is not stored yet. */
    private Optional<PilotRecord> pilotRecord(Workload workload) {
        return evidenceStore
                .document(Kind.PILOT, workload.id())
                .map(it -> PilotRecord.read(it.body()))
                .or(
                        () ->
                                workload.state() instanceof WorkloadState.Ended ended
                                        ? Optional.of(results.apply(workload, end(workload, ended)))
                                        : Optional.empty());
    }

    private static Fact.WorkloadEnded end(Workload workload, WorkloadState.Ended ended) {
        return new Fact.WorkloadEnded(
                workload.id(),
                workload.history().attempts(),
                ended.outcome().label(),
                Optional.empty(),
                ended.because());
    }

    private PilotView fullRun(
            AuthorizedRequest<NoBody> authorizedRequest,
            Workload workload,
            PilotRecord pilotRecord,
            PilotResult pilotResult) {
        var views = new PilotViews(workload);
        Optional<FullRunGoal> goal =
                totalSteps(authorizedRequest, workload, pilotResult)
                        .map(steps -> goal(authorizedRequest, workload, pilotRecord, steps));
        if (goal.isEmpty()) {
            return views.withoutTotal(pilotResult);
        }
        Planner planner = currentPlanner.corrected();
        FullRunEstimate fullRunEstimate =
                FullRunEstimate.of(pilotResult, goal.get(), planner.reliability());
        return views.planned(
                pilotResult,
                goal.get(),
                fullRunEstimate,
                sizes(authorizedRequest, workload, planner, pilotResult, goal.get()));
    }

    private static Optional<Long> totalSteps(
            AuthorizedRequest<NoBody> authorizedRequest,
            Workload workload,
            PilotResult pilotResult) {
        return authorizedRequest
                .query()
                .find(PilotRoutes.TOTAL)
                .map(Integer::longValue)
                .or(pilotResult.steps()::total)
                .or(() -> workload.spec().plan().flatMap(PilotHandlers::steps));
    }

    private static Optional<Long> steps(TrainingSpec plan) {
        return plan.tokens().isPresent() && plan.step().isPresent()
                ? Optional.of(Math.max(1, plan.tokens().get() / plan.step().get()))
                : Optional.empty();
    }

    private FullRunGoal goal(
            AuthorizedRequest<NoBody> authorizedRequest,
            Workload workload,
            PilotRecord pilotRecord,
            long steps) {
        var cadence =
                new FullRunGoal.Cadence(
                        authorizedRequest
                                .query()
                                .find(PilotRoutes.SAVE_EVERY)
                                .map(Integer::longValue),
                        workload.spec().execution().checkpoint().flatMap(CheckpointSpec::every),
                        authorizedRequest
                                .query()
                                .find(PilotRoutes.EVALUATE_EVERY)
                                .map(Integer::longValue));
        return new FullRunGoal(
                steps,
                authorizedRequest.query().find(PilotRoutes.EPOCH).map(Integer::longValue),
                cadence,
                pilotRecord.place(),
                rateCard.of(pilotRecord.place().type()));
    }

    private List<Sized> sizes(
            AuthorizedRequest<NoBody> authorizedRequest,
            Workload workload,
            Planner planner,
            PilotResult pilotResult,
            FullRunGoal fullRunGoal) {
        List<String> sizes =
                authorizedRequest.query().find(PilotRoutes.SIZES).stream()
                        .flatMap(text -> Stream.of(text.split(",")))
                        .map(String::strip)
                        .filter(text -> !text.isEmpty())
                        .toList();
        if (sizes.isEmpty()) {
            return List.of();
        }
        Optional<TrainingSpec> plan = workload.spec().plan();
        if (plan.isEmpty() || !fullRunGoal.place().accelerated()) {
            throw new Problem(
                    NO_SIZES,
                    "Other sizes of %s cannot be estimated.".formatted(workload.name()),
                    plan.isEmpty()
                            ? "Its spec has no plan, so its model and data are unknown."
                            : "It runs without accelerators; only runs with accelerators can be scaled.",
                    plan.isEmpty()
                            ? "Add a plan to the spec, such as plan: {model: llama-3-8b, tokens: 15B}, and run"
                                    + " the pilot again."
                            : "Run the pilot with the number of processors that you want.");
        }
        int nodes = fullRunGoal.place().machines();
        var acceleratorSet =
                new AcceleratorSet(
                        fullRunGoal.place().type(),
                        Math.max(1, fullRunGoal.place().accelerators() / nodes),
                        nodes);
        return new PilotScaling(planner, plan.get(), acceleratorSet, rateCard::of)
                .of(pilotResult, fullRunGoal, sizes);
    }
}
