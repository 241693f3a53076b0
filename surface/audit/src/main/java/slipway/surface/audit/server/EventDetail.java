package slipway.surface.audit.server;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.surface.api.event.EventSentence;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A detail of an event besides its sentence.
 *
 * @param exact whether it is code, such as an id or a hash
 */
public record EventDetail(String name, String text, boolean exact) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The members of the body, then the origin of the event. */
    public static List<EventDetail> of(Event event, TimeFormat times) {
        List<EventDetail> details = new ArrayList<>();
        body(event)
                .ifPresent(
                        body ->
                                body.properties().stream()
                                        .flatMap(member -> detail(member, times).stream())
                                        .forEach(details::add));
        details.add(new EventDetail("Via", EventSentence.channel(EventViews.of(event)), false));
        event.what()
                .team()
                .map(team -> new EventDetail("Team", team, false))
                .filter(team -> !details.contains(team))
                .ifPresent(details::add);
        if (!event.what().actor().request().isEmpty()) {
            details.add(new EventDetail("Request", event.what().actor().request(), true));
        }
        return List.copyOf(details);
    }

    /** The whole body, formatted; empty after it was pruned. */
    public static Optional<String> pretty(Event event) {
        return body(event)
                .map(JsonNode::toPrettyString)
                .or(() -> Optional.of(event.what().body()).filter(text -> !text.isEmpty()));
    }

    private static Optional<JsonNode> body(Event event) {
        try {
            return Optional.of(event.what().body())
                    .filter(text -> !text.isEmpty())
                    .map(JSON::readTree)
                    .filter(JsonNode::isObject);
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<EventDetail> detail(
            Map.Entry<String, JsonNode> member, TimeFormat times) {
        return text(member.getValue(), times)
                .map(text -> new EventDetail(label(member.getKey()), text, false));
    }

    /** {@code takenAt} reads "Taken at". */
    private static String label(String member) {
        String spaced = member.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return spaced.substring(0, 1).toUpperCase(Locale.ROOT) + spaced.substring(1);
    }

    private static Optional<String> text(JsonNode value, TimeFormat times) {
        if (value.isNull()) {
            return Optional.empty();
        } else if (value.isBoolean()) {
            return Optional.of(value.booleanValue() ? "yes" : "no");
        } else if (value.isIntegralNumber() && value.canConvertToLong()) {
            return Optional.of(Format.count(value.longValue()));
        } else if (value.isArray()) {
            return Optional.of(Format.list(value.valueStream().map(JsonNode::asString).toList()));
        }
        return Optional.of(
                value.isString() ? instant(value.stringValue(), times) : value.toString());
    }

    private static String instant(String text, TimeFormat times) {
        try {
            return text.matches("\\d{4}-\\d\\d-\\d\\dT.*Z")
                    ? times.exact(Instant.parse(text))
                    : text;
        } catch (DateTimeException none) {
            return text;
        }
    }
}
