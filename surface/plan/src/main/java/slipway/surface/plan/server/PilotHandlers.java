package slipway.surface.plan.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.RateCard;
import slipway.evidence.EvidenceDocument;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceRecorder;
import slipway.evidence.EvidenceRecorder.Documents;
import slipway.evidence.EvidenceStore;
import slipway.plan.Planner;
import slipway.plan.pilot.FullRunEstimate;
import slipway.plan.pilot.FullRunGoal;
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

/** Pilots: what they showed is kept when they end, and planned from whenever somebody asks. */
public final class PilotHandlers implements EvidenceRecorder {

    private static final ProblemCode NO_PILOT =
            ProblemCode.of(
                    slipway.base.ProblemKind.CONFLICT,
                    "not-a-pilot",
                    "The workload is no pilot, so nothing was measured of it.");
    private static final ProblemCode NO_SIZES =
            ProblemCode.of(
                    slipway.base.ProblemKind.INVALID,
                    "no-model-for-sizes",
                    "Of another size of a run nothing is known, because its spec does not say what it trains.");

    private final Runner runner;
    private final EvidenceStore evidenceStore;
    private final CurrentPlanner currentPlanner;
    private final RateCard rateCard;
    private final PilotWatch watch;

    public PilotHandlers(
            Runner runner,
            EvidenceStore evidenceStore,
            CurrentPlanner currentPlanner,
            RateCard rateCard) {
        this.runner = runner;
        this.evidenceStore = evidenceStore;
        this.currentPlanner = currentPlanner;
        this.rateCard = rateCard;
        this.watch = new PilotWatch(runner);
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(RouteHandler.of(PilotRoutes.SHOW, this::show));
    }

    /** Told again, it reads the same files again and writes the same. */
    @Override
    public List<EvidenceDocument> record(Fact fact, Instant at, Documents desk) {
        return fact instanceof Fact.WorkloadEnded(var id, var attempt, var outcome, _, var because)
                ? runner.find(id.value(), _ -> true).stream()
                        .filter(workload -> workload.spec().pilot().isPresent())
                        .map(
                                workload ->
                                        new EvidenceDocument(
                                                Kind.PILOT,
                                                id,
                                                at,
                                                workload.header().owner(),
                                                workload.team(),
                                                watch.read(workload, attempt, outcome, because)
                                                        .json()))
                        .toList()
                : List.of();
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
                    "%s is no pilot.".formatted(workload.name()),
                    "Only what runs for some steps with slipway plan pilot is measured step by step.",
                    "Pilot its spec: slipway plan pilot job.yaml");
        }
        Optional<PilotRecord> paper = paper(workload);
        var words = new PilotWords(workload);
        if (paper.isEmpty()) {
            return words.running(runner.status(workload));
        }
        return paper.get()
                .measured()
                .map(PilotRecord::piloted)
                .map(pilotResult -> planned(authorizedRequest, workload, paper.get(), pilotResult))
                .orElseGet(() -> words.nothing(paper.get()));
    }

    /** What has ended a moment ago may not be written down yet. */
    private Optional<PilotRecord> paper(Workload workload) {
        return evidenceStore
                .document(Kind.PILOT, workload.id())
                .map(evidenceDocument -> PilotRecord.read(evidenceDocument.body()))
                .or(
                        () ->
                                workload.state() instanceof WorkloadState.Ended end
                                        ? Optional.of(
                                                watch.read(
                                                        workload,
                                                        workload.history().attempts(),
                                                        end.outcome().label(),
                                                        end.because()))
                                        : Optional.empty());
    }

    private PilotView planned(
            AuthorizedRequest<NoBody> authorizedRequest,
            Workload workload,
            PilotRecord paper,
            PilotResult pilotResult) {
        var words = new PilotWords(workload);
        Optional<FullRunGoal> wanted =
                total(authorizedRequest, workload, pilotResult)
                        .map(steps -> wanted(authorizedRequest, workload, paper, steps));
        if (wanted.isEmpty()) {
            return words.endless(pilotResult);
        }
        Planner planner = currentPlanner.corrected();
        FullRunEstimate fullRunEstimate =
                FullRunEstimate.of(pilotResult, wanted.get(), planner.reliability());
        return words.planned(
                pilotResult,
                wanted.get(),
                fullRunEstimate,
                sized(authorizedRequest, workload, planner, pilotResult, wanted.get()));
    }

    private static Optional<Long> total(
            AuthorizedRequest<NoBody> authorizedRequest,
            Workload workload,
            PilotResult pilotResult) {
        return authorizedRequest
                .query()
                .find(PilotRoutes.TOTAL)
                .map(Integer::longValue)
                .or(pilotResult::total)
                .or(() -> workload.spec().plan().flatMap(PilotHandlers::steps));
    }

    private static Optional<Long> steps(TrainingSpec plan) {
        return plan.tokens().isPresent() && plan.step().isPresent()
                ? Optional.of(Math.max(1, plan.tokens().get() / plan.step().get()))
                : Optional.empty();
    }

    private FullRunGoal wanted(
            AuthorizedRequest<NoBody> authorizedRequest,
            Workload workload,
            PilotRecord paper,
            long steps) {
        var often =
                new FullRunGoal.Cadence(
                        authorizedRequest
                                .query()
                                .find(PilotRoutes.SAVE_EVERY)
                                .map(Integer::longValue),
                        workload.spec().checkpoint().flatMap(CheckpointSpec::every),
                        authorizedRequest
                                .query()
                                .find(PilotRoutes.EVALUATE_EVERY)
                                .map(Integer::longValue));
        return new FullRunGoal(
                steps,
                authorizedRequest.query().find(PilotRoutes.EPOCH).map(Integer::longValue),
                often,
                paper.place(),
                rateCard.of(paper.type()));
    }

    private List<Sized> sized(
            AuthorizedRequest<NoBody> authorizedRequest,
            Workload workload,
            Planner planner,
            PilotResult pilotResult,
            FullRunGoal fullRunGoal) {
        List<String> asked =
                authorizedRequest.query().find(PilotRoutes.SIZES).stream()
                        .flatMap(text -> Stream.of(text.split(",")))
                        .map(String::strip)
                        .filter(text -> !text.isEmpty())
                        .toList();
        if (asked.isEmpty()) {
            return List.of();
        }
        Optional<TrainingSpec> trains = workload.spec().plan();
        if (trains.isEmpty() || !fullRunGoal.place().accelerated()) {
            throw new Problem(
                    NO_SIZES,
                    "Of another size of %s nothing can be said.".formatted(workload.name()),
                    trains.isEmpty()
                            ? "Its spec does not say what it trains, so no model knows how it grows."
                            : "It runs without accelerators, and the model knows of these only.",
                    trains.isEmpty()
                            ? "Write it into the spec, such as plan: {model: llama-3-8b, tokens: 15B}, and pilot"
                                    + " it again."
                            : "Pilot it with the number of processors that you want to know of.");
        }
        int nodes = fullRunGoal.place().machines();
        var acceleratorSet =
                new AcceleratorSet(
                        fullRunGoal.place().type(),
                        Math.max(1, fullRunGoal.place().accelerators() / nodes),
                        nodes);
        return new PilotScaling(planner, trains.get(), acceleratorSet, rateCard::of)
                .of(pilotResult, fullRunGoal, asked);
    }
}
