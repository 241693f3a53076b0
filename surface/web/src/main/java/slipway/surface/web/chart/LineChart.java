package slipway.surface.web.chart;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A line chart over time or steps, with intervals, horizontal limits and vertical marks.
 *
 * @param y the range of the vertical axis; it begins at zero by default
 * @param smooth the smoothing of each line, from 0 to less than 1; empty: none
 */
public record LineChart(
        ChartUnit unit,
        X x,
        Y y,
        List<ChartSeries> series,
        List<Limit> limits,
        List<Mark> marks,
        OptionalDouble smooth)
        implements Chart.Spec {

    /** The horizontal axis. */
    public sealed interface X {

        /** Time, labeled by hours or dates. */
        record Time(Instant from, Instant until) implements X {}

        /** Days, for weeks and months. */
        record Days(Instant from, Instant until) implements X {}

        /** Steps, epochs, requests or any other count. */
        record Steps(String name, double from, double until) implements X {}
    }

    /** The range of the vertical axis and the distance of its labels; empty values are chosen from the data. */
    public record Y(OptionalDouble from, OptionalDouble until, OptionalDouble step) {

        public static final Y FROM_ZERO =
                new Y(OptionalDouble.of(0), OptionalDouble.empty(), OptionalDouble.empty());

        /** For values far from zero, such as loss and quality. */
        public static final Y FROM_DATA =
                new Y(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

        public static Y of(double from, double until, double step) {
            if (!(until > from && step > 0)) {
                throw new IllegalArgumentException(
                        "Not a range: from " + from + " to " + until + " by " + step);
            }
            return new Y(
                    OptionalDouble.of(from), OptionalDouble.of(until), OptionalDouble.of(step));
        }
    }

    /** A limit, drawn as a horizontal line. */
    public record Limit(double value, String name) {}

    /** An event, drawn as a vertical line. */
    public record Mark(double at, String name) {

        public static Mark at(Instant moment, String name) {
            return new Mark(moment.toEpochMilli(), name);
        }
    }

    public LineChart {
        smooth.ifPresent(LineChart::checkSmoothing);
        series = List.copyOf(series);
        limits = List.copyOf(limits);
        marks = List.copyOf(marks);
    }

    public static LineChart of(ChartUnit unit, X x, Y y, List<ChartSeries> series) {
        return new LineChart(unit, x, y, series, List.of(), List.of(), OptionalDouble.empty());
    }

    public LineChart limits(List<Limit> all) {
        return new LineChart(unit, x, y, series, all, marks, smooth);
    }

    public LineChart marks(List<Mark> all) {
        return new LineChart(unit, x, y, series, limits, all, smooth);
    }

    public LineChart smoothed(double by) {
        return new LineChart(unit, x, y, series, limits, marks, OptionalDouble.of(by));
    }

    @Override
    public String kind() {
        return "line";
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        unit.addTo(json);
        smooth.ifPresent(by -> json.put("smooth", by));
        json.put("x", horizontal());
        json.put("y", vertical());
        labelWidth().ifPresent(pixels -> json.put("right", pixels));
        json.put("series", series.stream().map(ChartSeries::json).toList());
        if (!limits.isEmpty()) {
            json.put("limits", limits);
        }
        if (!marks.isEmpty()) {
            json.put("marks", marks);
        }
        return json;
    }

    private Map<String, Object> horizontal() {
        Map<String, Object> json = new LinkedHashMap<>();
        switch (x) {
            case X.Time(var from, var until) ->
                    ends(json, from.toEpochMilli(), until.toEpochMilli());
            case X.Days(var from, var until) -> {
                json.put("days", true);
                ends(json, from.toEpochMilli(), until.toEpochMilli());
            }
            case X.Steps(var name, var from, var until) -> {
                json.put("kind", "steps");
                json.put("name", name);
                ends(json, ChartPoint.number(from), ChartPoint.number(until));
            }
        }
        return json;
    }

    private static void ends(Map<String, Object> json, Number from, Number until) {
        json.put("min", from);
        json.put("max", until);
    }

    private Map<String, Object> vertical() {
        Map<String, Object> json = new LinkedHashMap<>();
        y.from().ifPresent(from -> json.put("min", ChartPoint.number(from)));
        y.until().ifPresent(until -> json.put("max", ChartPoint.number(until)));
        y.step().ifPresent(step -> json.put("step", ChartPoint.number(step)));
        if (y.from().isEmpty()) {
            json.put("free", true);
        }
        return json;
    }

    /** The space for labels at the right: about seven pixels per letter. */
    private Optional<Integer> labelWidth() {
        return series.stream()
                .flatMap(one -> one.label().stream())
                .map(label -> 20 + 7 * Math.min(label.length(), 20))
                .max(Integer::compare);
    }

    private static void checkSmoothing(double by) {
        if (!(by >= 0 && by < 1)) {
            throw new IllegalArgumentException(
                    "Smoothing must be at least 0 and less than 1, not " + by);
        }
    }
}
