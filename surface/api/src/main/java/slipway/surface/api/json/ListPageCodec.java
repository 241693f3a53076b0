package slipway.surface.api.json;

import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The codec of a page of a list: {@code {"items": [...], "next": "..."}}. */
record ListPageCodec<T>(ListCodec<T> items) implements ValueCodec<ListPage<T>> {

    ListPageCodec(ValueCodec<T> item) {
        this(new ListCodec<>(item));
    }

    @Override
    public Optional<ListPage<T>> read(JsonNode json, JsonMistakes mistakes) {
        Optional<List<T>> read = items.read(json.path("items"), mistakes.inside("items"));
        Optional<String> next =
                json.path("next").isString()
                        ? Optional.of(json.path("next").stringValue())
                        : Optional.empty();
        return read.map(list -> new ListPage<>(list, next));
    }

    @Override
    public void write(ListPage<T> value, JsonGenerator json) {
        json.writeStartObject();
        json.writeName("items");
        items.write(value.items(), json);
        value.next().ifPresent(next -> json.writeStringProperty("next", next));
        json.writeEndObject();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties.set("items", items.schema());
        properties
                .putObject("next")
                .put("type", "string")
                .put("description", "The cursor of the next page; absent on the last page.");
        schema.putArray("required").add("items");
        return schema;
    }

    @Override
    public JsonNode example(String written) {
        ObjectNode example = JsonNodeFactory.instance.objectNode();
        example.set("items", items.example(""));
        return example;
    }
}
