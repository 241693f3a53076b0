package slipway.surface.plan.server;

import java.time.temporal.ChronoUnit;
import java.util.Optional;
import slipway.evidence.AppliedCalibration;
import slipway.evidence.CalibrationLoop.WorkloadOutcome;
import slipway.evidence.CalibrationProposal;
import slipway.evidence.CalibrationProposal.Errors;
import slipway.evidence.EstimateOutcome;
import slipway.evidence.EvidenceStore;
import slipway.evidence.RecordedEstimate;
import slipway.evidence.RecordedEstimate.Range;
import slipway.surface.api.evidence.CalibrationRoutes.Beside;
import slipway.surface.api.evidence.CalibrationRoutes.CalibrationView;
import slipway.surface.api.evidence.CalibrationRoutes.ErrorsView;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.api.evidence.CalibrationRoutes.PastView;
import slipway.surface.api.evidence.CalibrationRoutes.TypeView;

/** Proposals and outcomes as the API shows them. */
public final class CalibrationViews {

    private CalibrationViews() {}

    static CalibrationView of(CalibrationProposal proposal, EvidenceStore evidenceStore) {
        return new CalibrationView(
                evidenceStore.numberInForce(),
                proposal.calibration().summary(),
                proposal.changes(evidenceStore.calibration()),
                proposal.types().stream().map(CalibrationViews::of).toList(),
                of(proposal.before()),
                of(proposal.after()),
                evidenceStore.calibrations().reversed().stream()
                        .map(CalibrationViews::of)
                        .toList());
    }

    private static TypeView of(CalibrationProposal.OfType type) {
        return new TypeView(
                type.type(),
                type.workloads(),
                type.factor().map(it -> thousandths(it.longer())),
                of(type.before()),
                of(type.after()),
                type.reason());
    }

    private static ErrorsView of(Errors errors) {
        return new ErrorsView(
                errors.mean().map(CalibrationViews::thousandths),
                errors.within().map(CalibrationViews::thousandths));
    }

    private static PastView of(AppliedCalibration applied) {
        return new PastView(
                applied.number(),
                applied.at().toString(),
                applied.byWhom(),
                applied.says(),
                applied.undone().map(Object::toString));
    }

    public static OutcomeView of(WorkloadOutcome workloadOutcome) {
        EstimateOutcome outcome = workloadOutcome.outcome();
        RecordedEstimate estimate = outcome.forecast();
        return new OutcomeView(
                workloadOutcome.workload().value(),
                outcome.name(),
                workloadOutcome.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                outcome.ended(),
                estimate.type(),
                estimate.accelerators(),
                beside(Optional.of(estimate.step()), outcome.planned(), 1_000),
                beside(Optional.of(estimate.seconds()), Optional.of(outcome.held()), 1),
                new Beside(
                        Optional.of(estimate.memory()),
                        Optional.empty(),
                        Optional.empty(),
                        outcome.memory()),
                beside(outcome.expectedCost(), outcome.cost().map(Long::doubleValue), 1),
                outcome.currency());
    }

    private static Beside beside(Optional<Range> expected, Optional<Double> measured, double unit) {
        return new Beside(
                expected.map(it -> Math.round(it.value() * unit)),
                expected.map(it -> Math.round(it.low() * unit)),
                expected.map(it -> Math.round(it.high() * unit)),
                measured.map(it -> Math.round(it * unit)));
    }

    private static long thousandths(double share) {
        return Math.round(share * 1_000);
    }
}
