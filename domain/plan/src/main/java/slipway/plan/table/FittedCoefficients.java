package slipway.plan.table;

import java.util.Map;

/** Fitted coefficients by name; docs/planning-model.md explains each. */
public record FittedCoefficients(Map<String, Double> values) {

    public FittedCoefficients {
        values = Map.copyOf(values);
    }

    public double of(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no coefficient " + name);
        }
        return value;
    }
}
