package slipway.plan.training;

import java.util.HashMap;
import java.util.Map;
import slipway.plan.table.StatedValues;

/** Parses rows as tests write them: {@code model=llama3-8b; seq=8192}. */
final class Rows {

    private Rows() {}

    static TrainingConfiguration whole(ConfigurationParser configurationParser, String row) {
        Map<String, String> cells = new HashMap<>();
        for (String cell : row.split(";", -1)) {
            String[] parts = cell.strip().split("=", 2);
            if (parts.length == 2) {
                cells.put(parts[0], parts[1]);
            }
        }
        return switch (configurationParser.parse(new StatedValues(cells))) {
            case ConfigurationParser.Parsed.Complete(TrainingConfiguration trainingConfiguration) ->
                    trainingConfiguration;
            case ConfigurationParser.Parsed.Incomplete(String reason) ->
                    throw new AssertionError(reason);
        };
    }
}
