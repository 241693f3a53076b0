package slipway.surface.web.chart;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A Gantt chart: a row per node, with a height by its number of accelerators, and in it each workload with a height by
 * the accelerators that it uses.
 */
public record GanttChart(Instant now, Instant from, Instant until, List<Row> rows, List<Bar> bars)
        implements Chart.Spec {

    /** A node, or several identical nodes. */
    public record Row(String name, String note, int slots) {

        public Row {
            if (slots < 1) {
                throw new IllegalArgumentException(name + " has no accelerators");
            }
        }
    }

    /** The meaning of a bar. */
    public enum Is {
        RUNNING,
        SERVICE,
        IDLE,
        PLANNED,
        BACKFILL,
        /** Reserved for the first workload in the queue. */
        RESERVED,
        /** A backfill window: free until a reservation begins. */
        FREE,
        FAILED,
        DRAINED
    }

    /**
     * The use of some accelerators over time.
     *
     * @param place the row, and the first accelerator in it
     * @param end empty if it is open
     * @param text the label, if it is not the name
     */
    public record Bar(
            String name, Is is, Place place, Instant start, Optional<Instant> end, String text) {}

    /** The accelerators of a bar. */
    public record Place(int row, int slot, int slots) {}

    /** The maximum height of a row in pixels. */
    private static final int MAX_ROW_HEIGHT = 72;

    private static final int SLOT_HEIGHT = 9;
    private static final Duration NARROW_RANGE = Duration.ofHours(6);

    public GanttChart {
        if (!until.isAfter(from)) {
            throw new IllegalArgumentException("The range is empty: from " + from + " to " + until);
        }
        rows = List.copyOf(rows);
        bars = List.copyOf(bars);
        for (Bar bar : bars) {
            checkPlace(bar, rows);
        }
    }

    private static void checkPlace(Bar bar, List<Row> rows) {
        Place place = bar.place();
        boolean rowExists = place.row() >= 0 && place.row() < rows.size();
        if (!rowExists
                || place.slot() < 0
                || place.slots() < 1
                || place.slot() + place.slots() > rows.get(place.row()).slots()) {
            throw new IllegalArgumentException("There is no place for " + bar.name());
        }
    }

    @Override
    public String kind() {
        return "gantt";
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("from", from.toEpochMilli());
        json.put("to", until.toEpochMilli());
        json.put("now", now.toEpochMilli());
        json.put("every", hours(Duration.between(from, until), 12));
        if (Duration.between(from, until).compareTo(NARROW_RANGE) > 0) {
            json.put("narrow", Map.of("to", from.plus(NARROW_RANGE).toEpochMilli(), "every", 2));
        }
        json.put("rows", rows.stream().map(GanttChart::row).toList());
        json.put("bars", bars.stream().map(GanttChart::bar).toList());
        return json;
    }

    private static long hours(Duration whole, int labels) {
        return Math.max(1, Math.ceilDiv(whole.toHours(), labels));
    }

    private static Map<String, Object> row(Row row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", row.name());
        json.put("note", row.note());
        json.put("slots", row.slots());
        json.put("high", Math.clamp((long) row.slots() * SLOT_HEIGHT, 32, MAX_ROW_HEIGHT));
        return json;
    }

    private static Map<String, Object> bar(Bar bar) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("row", bar.place().row());
        json.put("slot", bar.place().slot());
        json.put("slots", bar.place().slots());
        json.put("start", bar.start().toEpochMilli());
        bar.end().ifPresent(end -> json.put("end", end.toEpochMilli()));
        json.put("name", bar.name());
        json.put("is", bar.is().name().toLowerCase(Locale.ROOT));
        if (!bar.text().isEmpty()) {
            json.put("text", bar.text());
        }
        return json;
    }
}
