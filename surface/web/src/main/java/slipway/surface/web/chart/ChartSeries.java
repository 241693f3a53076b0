package slipway.surface.web.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A line of a chart.
 *
 * @param low the lower end of its interval; empty if it has none
 * @param high the upper end, for the same points
 * @param label the label at its end
 */
public record ChartSeries(
        String name,
        Role role,
        List<ChartPoint> points,
        List<ChartPoint> low,
        List<ChartPoint> high,
        Optional<String> label) {

    /** The meaning of a line, which determines its color. */
    public enum Role {
        MAIN,
        USED,
        FORECAST,
        /** The raw measurements behind a smoothed line. They are not in the table. */
        RAW,
        C1,
        C2,
        C3,
        C4,
        C5,
        C6;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ChartSeries {
        if (low.size() != high.size()) {
            throw new IllegalArgumentException(
                    name + " has " + low.size() + " lower and " + high.size() + " upper ends");
        }
        points = List.copyOf(points);
        low = List.copyOf(low);
        high = List.copyOf(high);
    }

    public static ChartSeries of(String name, Role role, List<ChartPoint> points) {
        return new ChartSeries(name, role, points, List.of(), List.of(), Optional.empty());
    }

    public ChartSeries between(List<ChartPoint> lower, List<ChartPoint> upper) {
        return new ChartSeries(name, role, points, lower, upper, label);
    }

    public ChartSeries labelled(String text) {
        return new ChartSeries(name, role, points, low, high, Optional.of(text));
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("role", role.word());
        json.put("points", pairs(points));
        if (!low.isEmpty()) {
            json.put("low", pairs(low));
            json.put("high", pairs(high));
        }
        label.ifPresent(text -> json.put("label", text));
        return json;
    }

    static List<Object> pairs(List<ChartPoint> points) {
        return new ArrayList<>(points.stream().map(ChartPoint::json).toList());
    }
}
