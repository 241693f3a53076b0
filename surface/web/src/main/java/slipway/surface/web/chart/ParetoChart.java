package slipway.surface.web.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Estimate;

/**
 * A Pareto chart: options by two costs, where less of both is better. The Pareto front is drawn as a line, and one
 * option is chosen.
 */
public record ParetoChart(Axis x, Axis y, List<Option> options) implements Chart.Spec {

    /**
     * One of the two costs.
     *
     * @param until the end of its axis
     * @param limit a limit of the cost
     */
    public record Axis(
            String name, ChartUnit unit, double until, double step, Optional<Limit> limit) {

        public Axis {
            if (!(until > 0 && step > 0)) {
                throw new IllegalArgumentException(name + " has no scale");
            }
        }
    }

    /** A limit of a cost. */
    public record Limit(double value, String name) {}

    /**
     * An option.
     *
     * @param label the label beside it; empty: its name is only in its tooltip
     * @param intervals the intervals of its costs; empty if they are not drawn
     */
    public record Option(
            String name,
            double x,
            double y,
            String label,
            boolean chosen,
            Optional<Intervals> intervals) {

        public static Option of(String name, double x, double y) {
            return new Option(name, x, y, "", false, Optional.empty());
        }
    }

    /** The intervals of both costs. */
    public record Intervals(Estimate<Double> x, Estimate<Double> y) {}

    public ParetoChart {
        options = List.copyOf(options);
        if (options.stream().filter(Option::chosen).count() > 1) {
            throw new IllegalArgumentException("More than one option is chosen");
        }
    }

    /** The Pareto front: the options that no other option dominates. */
    public List<Option> front() {
        return options.stream()
                .filter(option -> options.stream().noneMatch(other -> dominates(other, option)))
                .toList();
    }

    private static boolean dominates(Option other, Option option) {
        boolean noWorse = other.x() <= option.x() && other.y() <= option.y();
        return noWorse && (other.x() < option.x() || other.y() < option.y());
    }

    @Override
    public String kind() {
        return "pareto";
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        x.unit().addCurrencyTo(json);
        y.unit().addCurrencyTo(json);
        json.put("x", axis(x));
        json.put("y", axis(y));
        List<Option> front = front();
        List<Map<String, Object>> points = new ArrayList<>();
        options.forEach(option -> points.add(point(option, front.contains(option))));
        json.put("points", points);
        return json;
    }

    private static Map<String, Object> axis(Axis axis) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", axis.name());
        json.put("unit", axis.unit().word());
        json.put("max", ChartPoint.number(axis.until()));
        json.put("step", ChartPoint.number(axis.step()));
        axis.limit()
                .ifPresent(
                        limit -> {
                            json.put("limit", ChartPoint.number(limit.value()));
                            json.put("limitName", limit.name());
                        });
        return json;
    }

    private static Map<String, Object> point(Option option, boolean onFront) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("x", ChartPoint.number(option.x()));
        json.put("y", ChartPoint.number(option.y()));
        json.put("name", option.name());
        if (onFront) {
            json.put("on", "front");
        }
        if (!option.label().isEmpty()) {
            json.put("label", option.label());
            json.put("side", option.chosen() ? "bottom" : "top");
        }
        if (option.chosen()) {
            json.put("chosen", true);
        }
        option.intervals()
                .ifPresent(
                        intervals -> {
                            json.put("lowX", intervals.x().low());
                            json.put("highX", intervals.x().high());
                            json.put("lowY", intervals.y().low());
                            json.put("highY", intervals.y().high());
                        });
        return json;
    }
}
