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
import slipway.evidence.CalibrationFit;
import slipway.evidence.CalibrationProposal;
import slipway.evidence.StepObservation;
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

/** Estimates beside reality: shown, corrected, and the correction undone. */
public final class CalibrationHandlers {

    private static final ProblemCode NOT_ESTIMATED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "cannot-be-estimated",
                    "Of a configuration nothing can be expected, so nothing can be learnt from it.");

    /** More are looked at one file at a time. */
    private static final int MOST_TRIED = 500;

    /** Enough steps for a plan; how many there are changes no step. */
    private static final long STEPS = 1_000;

    private final CalibrationLoop calibrationLoop;
    private final InstantSource clock;

    public CalibrationHandlers(CalibrationLoop calibrationLoop, InstantSource clock) {
        this.calibrationLoop = calibrationLoop;
        this.clock = clock;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(CalibrationRoutes.SHOW, this::show),
                RouteHandler.of(CalibrationRoutes.APPLY, this::apply),
                RouteHandler.of(CalibrationRoutes.UNDO, this::undo),
                RouteHandler.of(CalibrationRoutes.TRY, this::tried),
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

    private CalibrationView view(CalibrationProposal calibrationProposal) {
        return CalibrationViews.of(
                calibrationProposal,
                calibrationLoop.plans().calibration(),
                calibrationLoop.account());
    }

    private CalibrationView tried(AuthorizedRequest<Trial> authorizedRequest) {
        List<Tried> tried = authorizedRequest.body().tried();
        List<Mistake> mistakes = new ArrayList<>();
        if (tried.size() > MOST_TRIED) {
            mistakes.add(mistake("tried", "At most %d at once.".formatted(MOST_TRIED)));
        }
        List<StepObservation> seen = new ArrayList<>();
        Instant now = clock.instant();
        for (int i = 0; i < Math.min(tried.size(), MOST_TRIED); i++) {
            String where = "tried[%d]".formatted(i + 1);
            switch (expected(tried.get(i))) {
                case JobEstimate.Predicted(_, _, _, var pace) ->
                        seen.add(observed(tried.get(i), pace, now));
                case JobEstimate.DoesNotFit(var because, _) ->
                        mistakes.add(mistake(where, because));
                case JobEstimate.Unknown(var because) -> mistakes.add(mistake(where, because));
            }
        }
        if (!mistakes.isEmpty()) {
            throw new Problem(
                    NOT_ESTIMATED,
                    "Nothing was worked out.",
                    "Of some of the configurations nothing can be expected.",
                    "Correct or leave out those that are named.",
                    mistakes);
        }
        return view(new CalibrationFit(calibrationLoop.plans().calibration()).propose(seen));
    }

    private static Mistake mistake(String where, String what) {
        return new Mistake(SourceLocation.of(where), "", what);
    }

    private JobEstimate expected(Tried tried) {
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
        return calibrationLoop.plans().alone().estimate(plan, acceleratorSet);
    }

    private static StepObservation observed(Tried tried, JobEstimate.StepPace pace, Instant now) {
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
        List<OutcomeView> found =
                calibrationLoop
                        .told(
                                before,
                                authorizedRequest.query().get(CursorPaging.LIMIT) + 1,
                                team ->
                                        authorizedRequest
                                                .principal()
                                                .may(Permission.WORKLOADS_READ, team))
                        .stream()
                        .map(CalibrationViews::of)
                        .toList();
        return CursorPaging.page(authorizedRequest.query(), found, OutcomeView::workload);
    }
}
