package slipway.plan.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where fitted tables come from. Those of the program were fitted to everything that is known; whoever asks how good
 * the model is brings those of a fit that has not seen the rows it is asked about.
 */
@FunctionalInterface
public interface FitSource {

    FitSource BUNDLED = BundledTable::table;

    List<BundledTable.Line> table(String file);

    /** A table of names and values. */
    default FittedCoefficients coefficients(String file) {
        Map<String, Double> values = new LinkedHashMap<>();
        table(file).forEach(line -> values.put(line.text("name"), line.number("value")));
        return new FittedCoefficients(values);
    }
}
