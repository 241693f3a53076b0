package slipway.surface.api.json;

import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one type looks like as JSON. */
interface ValueCodec<T> {

    /** The value, or nothing after saying why not. */
    Optional<T> read(JsonNode json, JsonMistakes jsonMistakes);

    void write(T value, JsonGenerator json);

    ObjectNode schema();

    /** A value as a person would write it; {@code written} is the component's own example, if it has one. */
    JsonNode example(String written);
}
