package slipway.surface.web.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A bar chart: amounts by category, stacked if there are several rows.
 *
 * @param suffix appended to a category in tooltips: {@code  September}
 */
public record BarChart(ChartUnit unit, List<String> categories, String suffix, List<Row> rows)
        implements Chart.Spec {

    /** A row of one color: an amount for every category. */
    public record Row(String name, List<Double> values) {

        public Row {
            values = List.copyOf(values);
            if (!values.stream().allMatch(Double::isFinite)) {
                throw new IllegalArgumentException(name + " has an amount that is not a number");
            }
        }
    }

    public BarChart {
        categories = List.copyOf(categories);
        rows = List.copyOf(rows);
        int width = categories.size();
        rows.stream()
                .filter(row -> row.values().size() != width)
                .findFirst()
                .ifPresent(
                        row -> {
                            throw new IllegalArgumentException(
                                    "%s has %d amounts for %d categories"
                                            .formatted(row.name(), row.values().size(), width));
                        });
    }

    @Override
    public String kind() {
        return "bars";
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        unit.addTo(json);
        json.put("suffix", suffix);
        json.put("categories", categories);
        json.put("series", rows);
        return json;
    }
}
