package slipway.surface.api.json;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The codec of an object that is passed on unchanged. */
record RawJsonCodec() implements ValueCodec<RawJson> {

    @Override
    public Optional<RawJson> read(JsonNode json, JsonMistakes mistakes) {
        if (json.isObject()) {
            return Optional.of(new RawJson(json.toString()));
        }
        mistakes.add("not an object.");
        return Optional.empty();
    }

    @Override
    public void write(RawJson value, JsonGenerator json) {
        json.writeRawValue(value.json());
    }

    @Override
    public ObjectNode schema() {
        return JsonNodeFactory.instance.objectNode().put("type", "object");
    }

    @Override
    public JsonNode example(String written) {
        return written.isEmpty()
                ? JsonNodeFactory.instance.objectNode()
                : JsonCodec.tree(written.getBytes(StandardCharsets.UTF_8));
    }
}
