package slipway.surface.web.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parts of a whole over time; their colours are meanings.
 *
 * @param whole what all of them add up to at most
 */
public record StackedChart(ChartUnit unit, double whole, List<Layer> layers) implements Chart.Spec {

    /**
     * One part.
     *
     * @param colour the variable that holds its colour, without {@code --sw-}: {@code u3}, {@code idle}
     * @param points for the same moments as every other part
     */
    public record Layer(String name, String colour, List<ChartPoint> points) {

        public Layer {
            points = List.copyOf(points);
        }
    }

    /** An axis of four steps reads well. */
    private static final int STEPS = 4;

    public StackedChart {
        layers = List.copyOf(layers);
        if (layers.stream().map(StackedChart::moments).distinct().count() > 1) {
            throw new IllegalArgumentException("Parts of a whole are known at the same moments");
        }
    }

    private static List<Double> moments(Layer layer) {
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
