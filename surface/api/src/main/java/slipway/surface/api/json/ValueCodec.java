package slipway.surface.api.json;

import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Encodes and decodes the values of one type as JSON. */
interface ValueCodec<T> {

    /** The value; empty after adding a mistake. */
    Optional<T> read(JsonNode json, JsonMistakes mistakes);

    void write(T value, JsonGenerator json);

    ObjectNode schema();

    /** An example value; {@code written} is the component's own example, if any. */
    JsonNode example(String written);
}
