package slipway.server.api.plan;

import java.time.temporal.ChronoUnit;
import java.util.Optional;
import slipway.account.Account;
import slipway.plan.calibrate.Calibration;
import slipway.plan.calibrate.Proposal;
import slipway.plan.calibrate.Proposal.Errors;
import slipway.server.api.plan.Forecast.Range;
import slipway.wire.plan.CalibrationRoutes.Beside;
import slipway.wire.plan.CalibrationRoutes.CalibrationView;
import slipway.wire.plan.CalibrationRoutes.ErrorsView;
import slipway.wire.plan.CalibrationRoutes.OutcomeView;
import slipway.wire.plan.CalibrationRoutes.PastView;
import slipway.wire.plan.CalibrationRoutes.TypeView;

/** Proposals and outcomes as they are sent. */
final class CalibrationViews {

    private CalibrationViews() {}

    static CalibrationView of(Proposal proposal, Calibration inForce, Account account) {
        return new CalibrationView(
                account.number(),
                proposal.calibration().says(),
                proposal.changes(inForce),
                proposal.types().stream().map(CalibrationViews::of).toList(),
                of(proposal.before()),
                of(proposal.after()),
                account.calibrations().reversed().stream().map(CalibrationViews::of).toList());
    }

    private static TypeView of(Proposal.OfType type) {
        return new TypeView(
                type.type(),
                type.workloads(),
                type.factor().map(it -> thousandths(it.longer())),
                of(type.before()),
                of(type.after()),
                type.because());
    }

    private static ErrorsView of(Errors errors) {
        return new ErrorsView(
                errors.mean().map(CalibrationViews::thousandths),
                errors.within().map(CalibrationViews::thousandths));
    }

    private static PastView of(slipway.account.Calibration past) {
        return new PastView(
                past.number(),
                past.at().toString(),
                past.byWhom(),
                past.says(),
                past.undone().map(Object::toString));
    }

    static OutcomeView of(Learning.Told told) {
        Outcome outcome = told.outcome();
        Forecast forecast = outcome.forecast();
        return new OutcomeView(
                told.id().value(),
                outcome.name(),
                told.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                outcome.ended(),
                forecast.type(),
                forecast.accelerators(),
                beside(Optional.of(forecast.step()), outcome.planned(), 1_000),
                beside(Optional.of(forecast.seconds()), Optional.of(outcome.held()), 1),
                new Beside(
                        Optional.of(forecast.memory()),
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
