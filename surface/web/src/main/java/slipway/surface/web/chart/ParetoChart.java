package slipway.surface.web.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Estimate;

/**
 * Two costs of a choice, where less of both is better: the choices that nothing beats are joined, and one is taken.
 */
public record ParetoChart(Axis x, Axis y, List<Option> options) implements Chart.Spec {

    /**
     * One of the two costs.
     *
     * @param until where its axis ends
     * @param limit what must not be passed
     */
    public record Axis(
            String name, ChartUnit unit, double until, double step, Optional<Limit> limit) {

        public Axis {
            if (!(until > 0 && step > 0)) {
                throw new IllegalArgumentException(name + " has no scale");
            }
        }
    }

    /** Something that is not to be passed. */
    public record Limit(double value, String name) {}

    /**
     * One choice.
     *
     * @param label what stands beside it; empty: only its card tells its name
     * @param sure how sure its costs are; empty where that would crowd the picture
     */
    public record Option(
            String name, double x, double y, String label, boolean chosen, Optional<Sure> sure) {

        public static Option of(String name, double x, double y) {
            return new Option(name, x, y, "", false, Optional.empty());
        }
    }

    /** The intervals of both costs. */
    public record Sure(Estimate<Double> x, Estimate<Double> y) {}

    public ParetoChart {
        options = List.copyOf(options);
        if (options.stream().filter(Option::chosen).count() > 1) {
            throw new IllegalArgumentException("One is chosen, not several");
        }
    }

    /** Those that no other beats in one cost without losing in the other. */
    public List<Option> front() {
        return options.stream()
                .filter(one -> options.stream().noneMatch(other -> beats(other, one)))
                .toList();
    }

    private static boolean beats(Option other, Option one) {
        boolean noWorse = other.x() <= one.x() && other.y() <= one.y();
        return noWorse && (other.x() < one.x() || other.y() < one.y());
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
        option.sure()
                .ifPresent(
                        sure -> {
                            json.put("lowX", sure.x().low());
                            json.put("highX", sure.x().high());
                            json.put("lowY", sure.y().low());
                            json.put("highY", sure.y().high());
                        });
        return json;
    }
}
