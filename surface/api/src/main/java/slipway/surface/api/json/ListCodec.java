package slipway.surface.api.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The codec of a list. */
record ListCodec<T>(ValueCodec<T> item) implements ValueCodec<List<T>> {

    private static final int MOST = 10_000;

    @Override
    public Optional<List<T>> read(JsonNode json, JsonMistakes mistakes) {
        if (!json.isArray() || json.size() > MOST) {
            mistakes.add("not a list of at most " + MOST + " items.");
            return Optional.empty();
        }
        List<T> items = new ArrayList<>();
        for (JsonNode each : json) {
            item.read(each, mistakes.item(items.size() + 1)).ifPresent(items::add);
        }
        return Optional.of(items);
    }

    @Override
    public void write(List<T> value, JsonGenerator json) {
        json.writeStartArray();
        value.forEach(each -> item.write(each, json));
        json.writeEndArray();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "array");
        schema.set("items", item.schema());
        return schema;
    }

    @Override
    public JsonNode example(String written) {
        return JsonNodeFactory.instance.arrayNode().add(item.example(written));
    }
}
