package slipway.surface.run.server.pages;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.surface.api.evidence.CalibrationRoutes.Beside;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.web.component.EstimateRange;

/** The measured values of an ended workload next to its estimate. */
public record EstimateComparison(List<Row> rows) {

    /**
     * One value on one scale.
     *
     * @param interval empty without one
     */
    public record Row(
            String name, String expected, String interval, String measured, EstimateRange range) {}

    public EstimateComparison {
        rows = List.copyOf(rows);
    }

    /** Empty without a measurement. Total time and cost are compared only for a workload that succeeded. */
    static Optional<EstimateComparison> of(OutcomeView outcome) {
        boolean succeeded = outcome.ended().equals("succeeded");
        Currency currency = Currency.getInstance(outcome.currency());
        List<Row> rows = new ArrayList<>();
        row("Step", outcome.step(), it -> Format.number(it / 1e3) + " s").ifPresent(rows::add);
        if (succeeded) {
            row("Time", outcome.time(), it -> Format.duration(Duration.ofSeconds(it)))
                    .ifPresent(rows::add);
        }
        row("Memory", outcome.memory(), it -> Format.bytes(new Bytes(it))).ifPresent(rows::add);
        if (succeeded) {
            row("Cost", outcome.cost(), it -> Format.money(new Money(it, currency)))
                    .ifPresent(rows::add);
        }
        return rows.isEmpty() ? Optional.empty() : Optional.of(new EstimateComparison(rows));
    }

    private static Optional<Row> row(String name, Beside beside, Function<Long, String> format) {
        if (beside.expected().isEmpty() || beside.measured().isEmpty()) {
            return Optional.empty();
        }
        long expected = beside.expected().get();
        long measured = beside.measured().get();
        var estimate =
                new Estimate<>(
                        expected,
                        beside.low().orElse(expected),
                        beside.high().orElse(expected),
                        List.of(new Ground(Source.COMPUTED, "its plan")));
        var unit = new EstimateRange.Unit<Long>(Long::doubleValue, format);
        return Optional.of(
                new Row(
                        name,
                        format.apply(expected),
                        estimate.low().equals(estimate.high())
                                ? ""
                                : "%s to %s"
                                        .formatted(
                                                format.apply(estimate.low()),
                                                format.apply(estimate.high())),
                        format.apply(measured),
                        EstimateRange.of(estimate, measured, "measured", unit)));
    }
}
