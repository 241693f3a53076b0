package slipway.surface.plan.server;

import java.time.temporal.ChronoUnit;
import java.util.Optional;
import slipway.catalog.Calibration;
import slipway.evidence.CalibrationProposal;
import slipway.evidence.CalibrationProposal.Errors;
import slipway.evidence.EvidenceStore;
import slipway.surface.api.evidence.CalibrationRoutes.Beside;
import slipway.surface.api.evidence.CalibrationRoutes.CalibrationView;
import slipway.surface.api.evidence.CalibrationRoutes.ErrorsView;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.api.evidence.CalibrationRoutes.PastView;
import slipway.surface.api.evidence.CalibrationRoutes.TypeView;
import slipway.surface.plan.server.RecordedEstimate.Range;

/** Proposals and outcomes as they are sent. */
final class CalibrationViews {

    private CalibrationViews() {}

    static CalibrationView of(
            CalibrationProposal calibrationProposal,
            Calibration inForce,
            EvidenceStore evidenceStore) {
        return new CalibrationView(
                evidenceStore.numberInForce(),
                calibrationProposal.calibration().summary(),
                calibrationProposal.changes(inForce),
                calibrationProposal.types().stream().map(CalibrationViews::of).toList(),
                of(calibrationProposal.before()),
                of(calibrationProposal.after()),
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

    private static PastView of(slipway.evidence.AppliedCalibration past) {
        return new PastView(
                past.number(),
                past.at().toString(),
                past.byWhom(),
                past.says(),
                past.undone().map(Object::toString));
    }

    static OutcomeView of(CalibrationLoop.Told told) {
        EstimateOutcome estimateOutcome = told.outcome();
        RecordedEstimate recordedEstimate = estimateOutcome.forecast();
        return new OutcomeView(
                told.id().value(),
                estimateOutcome.name(),
                told.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                estimateOutcome.ended(),
                recordedEstimate.type(),
                recordedEstimate.accelerators(),
                beside(Optional.of(recordedEstimate.step()), estimateOutcome.planned(), 1_000),
                beside(
                        Optional.of(recordedEstimate.seconds()),
                        Optional.of(estimateOutcome.held()),
                        1),
                new Beside(
                        Optional.of(recordedEstimate.memory()),
                        Optional.empty(),
                        Optional.empty(),
                        estimateOutcome.memory()),
                beside(
                        estimateOutcome.expectedCost(),
                        estimateOutcome.cost().map(Long::doubleValue),
                        1),
                estimateOutcome.currency());
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
