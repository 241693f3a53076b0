package slipway.surface.web.chart;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What runs where and when: a row for a node, as high as the accelerators it has, and in it each workload as high as
 * those it takes.
 */
public record GanttChart(Instant now, Instant from, Instant until, List<Row> rows, List<Bar> bars)
        implements Chart.Spec {

    /** A node, or several that look the same. */
    public record Row(String name, String note, int slots) {

        public Row {
            if (slots < 1) {
                throw new IllegalArgumentException(name + " has no room");
            }
        }
    }

    /** What a bar stands for. */
    public enum Is {
        RUNNING,
        SERVICE,
        IDLE,
        PLANNED,
        BACKFILL,
        /** Kept for the first in the queue. */
        RESERVED,
        /** Free until that. */
        ROOM,
        FAILED,
        DRAINED
    }

    /**
     * Something on some accelerators for a while.
     *
     * @param place the row, and the first accelerator in it
     * @param end empty where it has none
     * @param text what is written on it instead of its name
     */
    public record Bar(
            String name, Is is, Place place, Instant start, Optional<Instant> end, String text) {}

    /** Which accelerators. */
    public record Place(int row, int slot, int slots) {}

    /** A row as high as a hand is wide is no longer read at a glance. */
    private static final int HIGHEST = 72;

    private static final int SLOT = 9;
    private static final Duration ON_A_PHONE = Duration.ofHours(6);

    public GanttChart {
        if (!until.isAfter(from)) {
            throw new IllegalArgumentException("No time lies between " + from + " and " + until);
        }
        rows = List.copyOf(rows);
        bars = List.copyOf(bars);
        for (Bar bar : bars) {
            refuseUnlessPlaced(bar, rows);
        }
    }

    private static void refuseUnlessPlaced(Bar bar, List<Row> rows) {
        Place place = bar.place();
        boolean there = place.row() >= 0 && place.row() < rows.size();
        if (!there
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
        if (Duration.between(from, until).compareTo(ON_A_PHONE) > 0) {
            json.put("narrow", Map.of("to", from.plus(ON_A_PHONE).toEpochMilli(), "every", 2));
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
        json.put("high", Math.clamp((long) row.slots() * SLOT, 32, HIGHEST));
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
