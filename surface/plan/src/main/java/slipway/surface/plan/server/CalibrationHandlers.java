package slipway.surface.plan.server;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.base.WorkloadId;
import slipway.catalog.AcceleratorSet;
import slipway.evidence.CalibrationLoop;
import slipway.evidence.CalibrationProposal;
import slipway.evidence.EvidenceStore;
import slipway.evidence.StepObservation;
import slipway.plan.CurrentPlanner;
import slipway.plan.JobEstimate;
import slipway.spec.workload.TrainingSpec;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.evidence.CalibrationRoutes;
import slipway.surface.api.evidence.CalibrationRoutes.CalibrationView;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.api.evidence.CalibrationRoutes.Seen;
import slipway.surface.api.evidence.CalibrationRoutes.Trial;
import slipway.surface.api.evidence.CalibrationRoutes.Tried;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/** Shows calibrations and outcomes; applies, undoes and tries calibrations. */
public final class CalibrationHandlers {

    private static final ProblemCode NOT_ESTIMATED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "cannot-be-estimated",
                    "A configuration cannot be estimated, so it is no evidence.");

    /** A larger file is divided by the user. */
    private static final int MAX_CONFIGURATIONS = 500;

    /** Any number of steps makes a plan; the time of a step does not depend on it. */
    private static final long STEPS = 1_000;

    private final CalibrationLoop calibrationLoop;
    private final EvidenceStore evidenceStore;
    private final CurrentPlanner currentPlanner;
    private final InstantSource clock;

    public CalibrationHandlers(
            CalibrationLoop calibrationLoop,
            EvidenceStore evidenceStore,
            CurrentPlanner currentPlanner,
            InstantSource clock) {
        this.calibrationLoop = calibrationLoop;
        this.evidenceStore = evidenceStore;
        this.currentPlanner = currentPlanner;
        this.clock = clock;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(CalibrationRoutes.SHOW, this::show),
                RouteHandler.of(CalibrationRoutes.APPLY, this::apply),
                RouteHandler.of(CalibrationRoutes.UNDO, this::undo),
                RouteHandler.harmless(CalibrationRoutes.TRY, this::fit),
                RouteHandler.of(CalibrationRoutes.OUTCOMES, this::outcomes));
    }

    private CalibrationView show(AuthorizedRequest<NoBody> authorizedRequest) {
        return view(calibrationLoop.proposal());
    }

    private CalibrationView apply(AuthorizedRequest<Seen> authorizedRequest) {
        calibrationLoop.apply(authorizedRequest.body().number(), authorizedRequest.actor());
        return view(calibrationLoop.proposal());
    }

    private CalibrationView undo(AuthorizedRequest<Seen> authorizedRequest) {
        calibrationLoop.undo(authorizedRequest.body().number(), authorizedRequest.actor());
        return view(calibrationLoop.proposal());
    }

    private CalibrationView view(CalibrationProposal proposal) {
        return CalibrationViews.of(proposal, evidenceStore);
    }

    private CalibrationView fit(AuthorizedRequest<Trial> authorizedRequest) {
        List<Tried> tried = authorizedRequest.body().tried();
        List<Mistake> mistakes = new ArrayList<>();
        if (tried.size() > MAX_CONFIGURATIONS) {
            mistakes.add(mistake("tried", "At most %d at once.".formatted(MAX_CONFIGURATIONS)));
        }
        List<StepObservation> observations = new ArrayList<>();
        Instant now = clock.instant();
        for (int i = 0; i < Math.min(tried.size(), MAX_CONFIGURATIONS); i++) {
            String where = "tried[%d]".formatted(i + 1);
            switch (estimate(tried.get(i))) {
                case JobEstimate.Predicted(_, _, _, var pace) ->
                        observations.add(observation(tried.get(i), pace, now));
                case JobEstimate.DoesNotFit(var because, _) ->
                        mistakes.add(mistake(where, because));
                case JobEstimate.Unknown(var because) -> mistakes.add(mistake(where, because));
            }
        }
        if (!mistakes.isEmpty()) {
            throw new Problem(
                    NOT_ESTIMATED,
                    "No calibration was computed.",
                    "Some of the configurations cannot be estimated.",
                    "Correct or remove these configurations.",
                    mistakes);
        }
        return view(calibrationLoop.proposal(observations));
    }

    private static Mistake mistake(String where, String what) {
        return new Mistake(SourceLocation.of(where), "", what);
    }

    private JobEstimate estimate(Tried tried) {
        var plan =
                new TrainingSpec(
                        tried.model(),
                        Optional.of(Math.multiplyExact(tried.tokensOfStep(), STEPS)),
                        Optional.empty(),
                        1,
                        Optional.of(tried.sequence()),
                        Optional.of(tried.tokensOfStep()),
                        TrainingSpec.Precision.BF16,
                        TrainingSpec.Method.FULL);
        var acceleratorSet =
                new AcceleratorSet(tried.type(), (int) tried.perNode(), (int) tried.nodes());
        return currentPlanner.uncorrected().estimate(plan, acceleratorSet);
    }

    private static StepObservation observation(
            Tried tried, JobEstimate.StepPace pace, Instant now) {
        return new StepObservation(
                pace.type(),
                pace.step().value(),
                Math.max(1, pace.step().high() / pace.step().value()),
                tried.step() / 1e6,
                now);
    }

    private ListPage<OutcomeView> outcomes(AuthorizedRequest<NoBody> authorizedRequest) {
        Optional<WorkloadId> before =
                CursorPaging.lastSeen(authorizedRequest.query()).flatMap(WorkloadId::parse);
        List<OutcomeView> outcomes =
                calibrationLoop
                        .outcomes(
                                before,
                                authorizedRequest.query().get(CursorPaging.LIMIT) + 1,
                                authorizedRequest.principal().teamsWith(Permission.WORKLOADS_READ))
                        .stream()
                        .map(CalibrationViews::of)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), outcomes, OutcomeView::workload);
    }
}
