package slipway.bench.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The history of workloads, from the events of the journal. */
final class JournalHistory {

    private final Map<String, List<String>> ids = new HashMap<>();
    private final Map<String, List<End>> ends = new HashMap<>();
    private final Map<String, TreeMap<Integer, Tried>> attempts = new HashMap<>();
    private final List<String> requeueReasons = new ArrayList<>();
    private final Map<String, List<String>> events = new HashMap<>();

    /** How a workload ended. */
    record End(String outcome, Optional<Integer> exitCode) {}

    /** An attempt: its placement time, its usage windows and its end. */
    private static final class Tried {

        private final Instant placed;
        private final List<Window> windows = new ArrayList<>();
        private Optional<Instant> endedAt = Optional.empty();

        Tried(Instant placed) {
            this.placed = placed;
        }

        /**
         * Whether every millisecond from its placement to its end is counted once. An event is written a little after
         * its decision.
         */
        boolean isMetered() {
            if (windows.isEmpty() || endedAt.isEmpty() || windows.getFirst().from.isAfter(placed)) {
                return false;
            }
            Instant until = windows.getFirst().from;
            for (Window window : windows) {
                if (!window.from.equals(until) || window.until.isBefore(until)) {
                    return false;
                }
                until = window.until;
            }
            return !until.isAfter(endedAt.get());
        }
    }

    private record Window(Instant from, Instant until) {}

    void read(JsonNode event) {
        JsonNode body = event.path("body");
        Instant at = Instant.parse(event.path("at").stringValue(""));
        String id = body.path("workload").stringValue(event.path("subject").stringValue(""));
        String kind = event.path("kind").stringValue("");
        if (kind.startsWith("workload.")) {
            events.computeIfAbsent(id, _ -> new ArrayList<>()).add(at + " " + kind + " " + body);
        }
        switch (kind) {
            case "workload.submitted" ->
                    ids.computeIfAbsent(body.path("name").stringValue(""), _ -> new ArrayList<>())
                            .add(id);
            case "workload.starting" ->
                    attempts.computeIfAbsent(id, _ -> new TreeMap<>())
                            .put(body.path("attempt").intValue(), new Tried(at));
            case "workload.queued" -> {
                recordEnd(id, body, at);
                String because = body.path("because").stringValue("");
                if (!because.isEmpty() && !because.contains("exit code 9")) {
                    requeueReasons.add(because + " " + id);
                }
            }
            case "workload.succeeded", "workload.failed", "workload.cancelled" -> {
                recordEnd(id, body, at);
                JsonNode code = body.path("exitCode");
                ends.computeIfAbsent(id, _ -> new ArrayList<>())
                        .add(
                                new End(
                                        body.path("outcome").stringValue(""),
                                        code.isNumber()
                                                ? Optional.of(code.intValue())
                                                : Optional.empty()));
            }
            case "usage" ->
                    attempts(id, body)
                            .ifPresent(
                                    attempt ->
                                            attempt.windows.add(
                                                    new Window(
                                                            instant(body, "from"),
                                                            instant(body, "until"))));
            default -> {}
        }
    }

    private void recordEnd(String id, JsonNode body, Instant at) {
        attempts(id, body).ifPresent(attempt -> attempt.endedAt = Optional.of(at));
    }

    private Optional<Tried> attempts(String id, JsonNode body) {
        return Optional.ofNullable(attempts.get(id))
                .map(attempts -> attempts.get(body.path("attempt").intValue()));
    }

    private static Instant instant(JsonNode body, String name) {
        return Instant.parse(body.path(name).stringValue(""));
    }

    /** The workloads of this name. */
    List<String> ids(String name) {
        return ids.getOrDefault(name, List.of());
    }

    int submitted() {
        return ids.values().stream().mapToInt(List::size).sum();
    }

    /** Its ends; there should be exactly one. */
    List<End> ends(String id) {
        return ends.getOrDefault(id, List.of());
    }

    /** All its events in order. */
    List<String> events(String id) {
        return events.getOrDefault(id, List.of());
    }

    /** Why workloads went back to the queue, other than by their own failure. */
    List<String> requeueReasons() {
        return List.copyOf(requeueReasons);
    }

    /** Attempts whose usage has a gap or an overlap. */
    long wronglyMetered() {
        return attempts.values().stream()
                .flatMap(attempts -> attempts.values().stream())
                .filter(attempt -> !attempt.isMetered())
                .count();
    }
}
