package slipway.plan.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The source of fitted tables. The bundled tables were fitted to all measurements; cross-validation brings tables of a
 * fit that excludes the rows it predicts.
 */
@FunctionalInterface
public interface FitSource {

    FitSource BUNDLED = BundledTable::table;

    List<BundledTable.Line> table(String file);

    /** Reads a table of names and values. */
    default FittedCoefficients coefficients(String file) {
        Map<String, Double> values = new LinkedHashMap<>();
        table(file).forEach(line -> values.put(line.text("name"), line.number("value")));
        return new FittedCoefficients(values);
    }
}
