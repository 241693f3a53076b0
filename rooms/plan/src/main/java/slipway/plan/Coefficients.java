package slipway.plan;

import java.util.Map;

/** Fitted numbers by their names; docs/planning-model.md says what each of them means. */
record Coefficients(Map<String, Double> values) {

    Coefficients {
        values = Map.copyOf(values);
    }

    double of(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no coefficient " + name);
        }
        return value;
    }
}
