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
 * The body of an event, read member by member. A missing member, or one of another type, throws {@link UnexpectedBody};
 * the sentence is then written without the body.
 */
record EventBody(EventView event, JsonNode json) {

    /** The body does not have the form of its kind. */
    static final class UnexpectedBody extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnexpectedBody(String message) {
            super(message, null, false, false);
        }
    }

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Empty if it was pruned or is not an object. */
    static Optional<EventBody> of(EventView event) {
        try {
            return event.body()
                    .map(raw -> JSON.readTree(raw.json()))
                    .filter(JsonNode::isObject)
                    .map(json -> new EventBody(event, json));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    /** The name of the actor. */
    String actor() {
        return EventSentence.who(event.actor());
    }

    String text(String member) {
        return find(member).orElseThrow(() -> new UnexpectedBody("No " + member));
    }

    Optional<String> find(String member) {
        return Optional.of(json.path(member)).filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    List<String> texts(String member) {
        return json.path(member).valueStream().map(JsonNode::asString).toList();
    }

    boolean isTrue(String member) {
        return json.path(member).asBoolean(false);
    }

    /** {@code 1,042}. */
    String count(String member) {
        return Format.count(number(member));
    }

    long number(String member) {
        JsonNode number = json.path(member);
        if (!number.isIntegralNumber()) {
            throw new UnexpectedBody("No number " + member);
        }
        return number.longValue();
    }

    Optional<Instant> instant(String member) {
        try {
            return find(member).map(Instant::parse);
        } catch (DateTimeException none) {
            throw new UnexpectedBody(member + " is not an instant");
        }
    }

    Duration duration(String member) {
        try {
            return Duration.parse(text(member));
        } catch (DateTimeException none) {
            throw new UnexpectedBody(member + " is not a duration");
        }
    }
}
