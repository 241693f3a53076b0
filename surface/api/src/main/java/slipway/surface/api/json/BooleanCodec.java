package slipway.surface.api.json;

import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The codec of true and false. */
record BooleanCodec() implements ValueCodec<Boolean> {

    @Override
    public Optional<Boolean> read(JsonNode json, JsonMistakes mistakes) {
        if (json.isBoolean()) {
            return Optional.of(json.booleanValue());
        }
        mistakes.add("not true or false.");
        return Optional.empty();
    }

    @Override
    public void write(Boolean value, JsonGenerator json) {
        json.writeBoolean(value);
    }

    @Override
    public ObjectNode schema() {
        return JsonNodeFactory.instance.objectNode().put("type", "boolean");
    }

    @Override
    public JsonNode example(String written) {
        return JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(written));
    }
}
