package slipway.surface.web.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * A chart on a page.
 *
 * @param id of its figure; a chart of the same id is updated, not drawn anew
 * @param note a few words beside the title
 * @param words one sentence that tells what one would see
 * @param height in pixels, one of those that the style sheet has
 * @param keys what a mark means that has no room for its name
 */
public record Chart(
        String id,
        String title,
        Optional<String> note,
        String words,
        int height,
        Spec spec,
        List<Key> keys) {

    /** The numbers, and how they are drawn. */
    public sealed interface Spec
            permits LineChart,
                    StackedChart,
                    BarChart,
                    Heatmap,
                    GanttChart,
                    ParetoChart,
                    ParallelCoordinates {

        /** The name of the kind, as the script calls it. */
        String kind();

        /** As the script reads it, in a fixed order. */
        Map<String, Object> json();
    }

    /**
     * A mark and its meaning.
     *
     * @param mark as the style sheet calls it
     */
    public record Key(String mark, String words) {}

    private static final List<Integer> HEIGHTS = List.of(120, 150, 180, 220, 260, 300, 360);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public Chart {
        if (!id.matches("[a-z][a-z0-9-]*")) {
            throw new IllegalArgumentException("Not the id of a figure: " + id);
        }
        if (words.isBlank()) {
            throw new IllegalArgumentException("A chart says in a sentence what it shows");
        }
        if (!HEIGHTS.contains(height)) {
            throw new IllegalArgumentException(height + " is none of the heights " + HEIGHTS);
        }
        keys = List.copyOf(keys);
    }

    public static Chart of(String id, String title, String words, int height, Spec spec) {
        return new Chart(id, title, Optional.empty(), words, height, spec, List.of());
    }

    public Chart note(String text) {
        return new Chart(id, title, Optional.of(text), words, height, spec, keys);
    }

    public Chart keys(List<Key> all) {
        return new Chart(id, title, note, words, height, spec, all);
    }

    /** The numbers for a script element. Whatever a name holds, it cannot end the element or begin a comment in it. */
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
