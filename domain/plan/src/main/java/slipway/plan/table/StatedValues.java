package slipway.plan.table;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** The stated values of one measured row or request, by column; any may be absent. */
public record StatedValues(Map<String, String> cells) {

    /** How tables write an absent value. */
    private static final Set<String> ABSENT = Set.of("", "nan", "NaN", "NA", "N/A", "null", "None");

    public StatedValues {
        cells = Map.copyOf(cells);
    }

    public boolean has(String name) {
        return !ABSENT.contains(cells.getOrDefault(name, ""));
    }

    /** The text of a column; empty where it is absent. */
    public String text(String name) {
        return has(name) ? cells.getOrDefault(name, "") : "";
    }

    /** The number in a column; empty where it is absent or malformed. Evaluation refuses malformed cells before. */
    public OptionalDouble number(String name) {
        if (!has(name)) {
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
