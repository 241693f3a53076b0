package slipway.surface.web.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stacked area chart: parts of a whole over time, with a color by meaning.
 *
 * @param whole the maximum of their sum
 */
public record StackedChart(ChartUnit unit, double whole, List<Layer> layers) implements Chart.Spec {

    /**
     * A part of the whole.
     *
     * @param colour the CSS variable of its color, without {@code --sw-}: {@code u3}, {@code idle}
     * @param points at the same times as those of the other parts
     */
    public record Layer(String name, String colour, List<ChartPoint> points) {

        public Layer {
            points = List.copyOf(points);
        }
    }

    /** The number of steps of the vertical axis. */
    private static final int STEPS = 4;

    public StackedChart {
        layers = List.copyOf(layers);
        if (layers.stream().map(StackedChart::times).distinct().count() > 1) {
            throw new IllegalArgumentException("The layers have points at different times");
        }
    }

    private static List<Double> times(Layer layer) {
        return layer.points().stream().map(ChartPoint::x).toList();
    }

    @Override
    public String kind() {
        return "stack";
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        unit.addTo(json);
        json.put("max", ChartPoint.number(whole));
        json.put("step", ChartPoint.number(whole / STEPS));
        json.put("series", layers.stream().map(StackedChart::layer).toList());
        return json;
    }

    private static Map<String, Object> layer(Layer layer) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", layer.name());
        json.put("colour", layer.colour());
        json.put("points", ChartSeries.pairs(layer.points()));
        return json;
    }
}
