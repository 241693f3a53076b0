package slipway.surface.api.json;

import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The codec of a whole number within bounds. */
record WholeNumberCodec(long least, long most) implements ValueCodec<Long> {

    @Override
    public Optional<Long> read(JsonNode json, JsonMistakes mistakes) {
        if (json.isIntegralNumber() && json.canConvertToLong()) {
            long number = json.longValue();
            if (number >= least && number <= most) {
                return Optional.of(number);
            }
        }
        mistakes.add(
                most == Long.MAX_VALUE
                        ? "not a whole number from " + least + " on."
                        : "not a whole number from " + least + " to " + most + ".");
        return Optional.empty();
    }

    @Override
    public void write(Long value, JsonGenerator json) {
        json.writeNumber(value.longValue());
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("type", "integer")
                        .put("format", "int64")
                        .put("minimum", least);
        return most == Long.MAX_VALUE ? schema : schema.put("maximum", most);
    }

    @Override
    public JsonNode example(String written) {
        return JsonNodeFactory.instance.numberNode(
                written.isEmpty() ? least : Long.parseLong(written));
    }
}
