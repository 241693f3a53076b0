package slipway.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.base.Estimate;

/** The correction factors in force, one for each corrected type. */
public record Calibration(List<CalibrationFactor> factors) {

    public static final Calibration NONE = new Calibration(List.of());

    public Calibration {
        factors = factors.stream().sorted(Comparator.comparing(CalibrationFactor::type)).toList();
        if (factors.stream().map(CalibrationFactor::type).distinct().count() < factors.size()) {
            throw new IllegalArgumentException("A type has one factor: " + factors);
        }
    }

    public Optional<CalibrationFactor> factor(String type) {
        return factors.stream().filter(it -> it.type().equals(type)).findFirst();
    }

    /** Factor on the step time of this type; 1 without a correction. */
    public double slowdown(String type) {
        return factor(type).map(CalibrationFactor::longer).orElse(1.0);
    }

    public Estimate<TokenRate> correct(String type, Estimate<TokenRate> rate) {
        return factor(type).map(it -> it.correct(rate)).orElse(rate);
    }

    /** A summary in one line. */
    public String summary() {
        return factors.isEmpty()
                ? "Nothing is corrected."
                : factors.stream()
                        .map(it -> it.type() + " " + it.description())
                        .collect(Collectors.joining(", ", "", "."));
    }
}
