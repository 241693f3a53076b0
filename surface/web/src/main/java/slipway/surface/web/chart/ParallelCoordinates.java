package slipway.surface.web.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A parallel-coordinates chart of a sweep: a line per run through its parameters and results. */
public record ParallelCoordinates(List<Axis> axes, List<Run> runs) implements Chart.Spec {

    /** A parameter or a result. */
    public sealed interface Axis {
        String name();

        /** A number. */
        record Measured(String name, ChartUnit unit, double from, double until, boolean logarithmic)
                implements Axis {}

        /** One of a few values. */
        record Chosen(String name, List<String> values) implements Axis {

            public Chosen {
                values = List.copyOf(values);
            }
        }
    }

    /**
     * A run of the sweep.
     *
     * @param values a number or text for every axis
     * @param colour its category on the page: {@code c1}; empty if it is not selected
     */
    public record Run(String name, List<Object> values, Optional<String> colour, boolean best) {

        public Run {
            values = List.copyOf(values);
        }
    }

    public ParallelCoordinates {
        axes = List.copyOf(axes);
        runs = List.copyOf(runs);
        for (Run run : runs) {
            if (run.values().size() != axes.size()) {
                throw new IllegalArgumentException(
                        run.name() + " has " + run.values().size() + " values for " + axes.size());
            }
        }
    }

    @Override
    public String kind() {
        return "parallel";
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        axes.stream()
                .filter(axis -> axis instanceof Axis.Measured)
                .map(Axis.Measured.class::cast)
                .forEach(axis -> axis.unit().addCurrencyTo(json));
        json.put("axes", axes.stream().map(ParallelCoordinates::axis).toList());
        json.put("lines", runs.stream().map(ParallelCoordinates::run).toList());
        return json;
    }

    private static Map<String, Object> axis(Axis axis) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", axis.name());
        switch (axis) {
            case Axis.Measured(_, var unit, var from, var until, var logarithmic) -> {
                json.put("unit", unit.word());
                json.put("min", ChartPoint.number(from));
                json.put("max", ChartPoint.number(until));
                json.put("log", logarithmic);
            }
            case Axis.Chosen(_, var values) -> json.put("values", values);
        }
        return json;
    }

    private static Map<String, Object> run(Run run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", run.name());
        json.put("values", run.values());
        run.colour().ifPresent(colour -> json.put("colour", colour));
        if (run.best()) {
            json.put("best", true);
        }
        return json;
    }
}
