package slipway.surface.api.event;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an event tells, member by member. A member that is missing or of another sort is answered with {@link Odd}: the
 * sentence is then told without it.
 */
record EventBody(EventView event, JsonNode json) {

    /** The body is not what its kind promises. */
    static final class Odd extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Odd(String message) {
            super(message, null, false, false);
        }
    }

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Empty when it was pruned, or is no object. */
    static Optional<EventBody> of(EventView event) {
        try {
            return event.body()
                    .map(rawJson -> JSON.readTree(rawJson.json()))
                    .filter(JsonNode::isObject)
                    .map(json -> new EventBody(event, json));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    /** Who did it. */
    String who() {
        return EventSentence.who(event.actor());
    }

    String text(String member) {
        return find(member).orElseThrow(() -> new Odd("No " + member));
    }

    Optional<String> find(String member) {
        return Optional.of(json.path(member)).filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    List<String> texts(String member) {
        return json.path(member).valueStream().map(JsonNode::asString).toList();
    }

    boolean is(String member) {
        return json.path(member).asBoolean(false);
    }

    /** {@code 1,042}. */
    String count(String member) {
        return Format.count(number(member));
    }

    long number(String member) {
        JsonNode number = json.path(member);
        if (!number.isIntegralNumber()) {
            throw new Odd("No number " + member);
        }
        return number.longValue();
    }

    Optional<Instant> instant(String member) {
        try {
            return find(member).map(Instant::parse);
        } catch (DateTimeException none) {
            throw new Odd(member + " is no instant");
        }
    }

    Duration duration(String member) {
        try {
            return Duration.parse(text(member));
        } catch (DateTimeException none) {
            throw new Odd(member + " is no duration");
        }
    }
}
