package slipway.plan.table;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** What somebody says of a training run, by the names of columns; anything may be absent. */
public record StatedValues(Map<String, String> cells) {

    /** How tables write that there is nothing. */
    private static final Set<String> NOTHING =
            Set.of("", "nan", "NaN", "NA", "N/A", "null", "None");

    public StatedValues {
        cells = Map.copyOf(cells);
    }

    public boolean says(String name) {
        return !NOTHING.contains(cells.getOrDefault(name, ""));
    }

    /** Empty where nothing is said. */
    public String text(String name) {
        return says(name) ? cells.getOrDefault(name, "") : "";
    }

    /** Empty where nothing is said, or no number: whoever reads the row has refused such a cell before. */
    public OptionalDouble number(String name) {
        if (!says(name)) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(Double.parseDouble(text(name)));
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }

    public double number(String name, double other) {
        return number(name).orElse(other);
    }
}
