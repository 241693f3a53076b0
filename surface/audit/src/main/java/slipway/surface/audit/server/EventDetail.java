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
 * Something an event says beside its sentence.
 *
 * @param exact whether it is written exactly so: an id, a hash
 */
public record EventDetail(String name, String text, boolean exact) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What its body says, member by member, then where it came from. */
    public static List<EventDetail> of(Event event, TimeFormat timeFormat) {
        List<EventDetail> details = new ArrayList<>();
        body(event)
                .ifPresent(
                        body ->
                                body.properties().stream()
                                        .flatMap(member -> said(member, timeFormat).stream())
                                        .forEach(details::add));
        details.add(new EventDetail("Came in", EventSentence.channel(EventViews.of(event)), false));
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

    /** The whole body, laid out for reading; empty once it was pruned. */
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

    private static Optional<EventDetail> said(
            Map.Entry<String, JsonNode> member, TimeFormat timeFormat) {
        return text(member.getValue(), timeFormat)
                .map(text -> new EventDetail(words(member.getKey()), text, false));
    }

    /** {@code takenAt} reads "Taken at". */
    private static String words(String member) {
        String spaced = member.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return spaced.substring(0, 1).toUpperCase(Locale.ROOT) + spaced.substring(1);
    }

    private static Optional<String> text(JsonNode value, TimeFormat timeFormat) {
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
                value.isString() ? instant(value.stringValue(), timeFormat) : value.toString());
    }

    private static String instant(String text, TimeFormat timeFormat) {
        try {
            return text.matches("\\d{4}-\\d\\d-\\d\\dT.*Z")
                    ? timeFormat.exact(Instant.parse(text))
                    : text;
        } catch (DateTimeException none) {
            return text;
        }
    }
}
