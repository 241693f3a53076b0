package slipway.server.api.journal;

import java.util.LinkedHashMap;
import java.util.Map;
import slipway.journal.Event;
import tools.jackson.databind.json.JsonMapper;

/** An event as it is sent. The body is a JSON object of its own, as it was written. */
final class EventJson {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private EventJson() {}

    static String of(Event event) {
        return JSON.writeValueAsString(members(event));
    }

    static Map<String, Object> members(Event event) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("seq", event.seq());
        members.put("at", event.at().toString());
        members.put("kind", event.kind());
        members.put("version", event.what().version());
        members.put("actor", event.what().actor().name());
        members.put("via", event.what().actor().via());
        members.put("request", event.what().actor().request());
        event.what().team().ifPresent(team -> members.put("team", team));
        members.put("subject", event.what().subject());
        if (!event.pruned()) {
            members.put("body", JSON.readTree(event.what().body()));
        }
        event.leaf()
                .ifPresent(
                        leaf ->
                                members.put(
                                        "leaf",
                                        Map.of("index", leaf.index(), "hash", leaf.hash())));
        return members;
    }

    static String page(java.util.List<Event> events, long next) {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("events", events.stream().map(EventJson::members).toList());
        page.put("next", next);
        return JSON.writeValueAsString(page);
    }
}
