package slipway.surface.web.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * A chart on a page.
 *
 * @param id the id of its figure; a chart with the same id is updated, not redrawn
 * @param note a short text beside the title
 * @param description one sentence that describes the chart
 * @param height in pixels; one of the heights of the style sheet
 * @param keys the legend of marks without a label
 */
public record Chart(
        String id,
        String title,
        Optional<String> note,
        String description,
        int height,
        Spec spec,
        List<Key> keys) {

    /** The kind of a chart with its numbers. */
    public sealed interface Spec
            permits LineChart,
                    StackedChart,
                    BarChart,
                    Heatmap,
                    GanttChart,
                    ParetoChart,
                    ParallelCoordinates {

        /** The name of the kind in the script. */
        String kind();

        /** The JSON for the script, in a fixed order. */
        Map<String, Object> json();
    }

    /**
     * An entry of the legend.
     *
     * @param mark the name of the mark in the style sheet
     */
    public record Key(String mark, String meaning) {}

    private static final List<Integer> HEIGHTS = List.of(120, 150, 180, 220, 260, 300, 360);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public Chart {
        if (!id.matches("[a-z][a-z0-9-]*")) {
            throw new IllegalArgumentException("Not the id of a figure: " + id);
        }
        if (description.isBlank()) {
            throw new IllegalArgumentException("A chart needs a description");
        }
        if (!HEIGHTS.contains(height)) {
            throw new IllegalArgumentException(height + " is not one of the heights " + HEIGHTS);
        }
        keys = List.copyOf(keys);
    }

    public static Chart of(String id, String title, String description, int height, Spec spec) {
        return new Chart(id, title, Optional.empty(), description, height, spec, List.of());
    }

    public Chart note(String text) {
        return new Chart(id, title, Optional.of(text), description, height, spec, keys);
    }

    public Chart keys(List<Key> all) {
        return new Chart(id, title, note, description, height, spec, all);
    }

    /** The JSON for a script element. It is escaped, so that no name can end the element or begin a comment in it. */
    public String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("kind", spec.kind());
        all.putAll(spec.json());
        return JSON.writeValueAsString(all)
                .replace("<", "\\u003c")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
