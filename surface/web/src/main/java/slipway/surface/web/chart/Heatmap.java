package slipway.surface.web.chart;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A heat map: an amount for every pair of two lists, in the five shades of the accelerator map.
 *
 * @param name the name of the measured quantity
 * @param max the value of the darkest shade; empty: the maximum of the values
 */
public record Heatmap(
        ChartUnit unit,
        String name,
        List<String> columns,
        List<String> rows,
        List<Cell> cells,
        OptionalDouble max)
        implements Chart.Spec {

    /** The value of a pair; empty if nothing was measured. */
    public record Cell(int column, int row, OptionalDouble value) {

        public static Cell of(int column, int row, double value) {
            return new Cell(column, row, OptionalDouble.of(value));
        }

        public static Cell unknown(int column, int row) {
            return new Cell(column, row, OptionalDouble.empty());
        }

        List<@Nullable Object> json() {
            return Arrays.asList(
                    column, row, value.isPresent() ? ChartPoint.number(value.getAsDouble()) : null);
        }
    }

    public Heatmap {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        cells = List.copyOf(cells);
        for (Cell cell : cells) {
            if (cell.column() < 0
                    || cell.column() >= columns.size()
                    || cell.row() < 0
                    || cell.row() >= rows.size()) {
                throw new IllegalArgumentException("Outside the map: " + cell);
            }
        }
    }

    @Override
    public String kind() {
        return "heat";
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        unit.addTo(json);
        json.put("name", name);
        max.ifPresent(value -> json.put("max", ChartPoint.number(value)));
        json.put("columns", columns);
        json.put("rows", rows);
        json.put("cells", cells.stream().map(Cell::json).toList());
        return json;
    }
}
