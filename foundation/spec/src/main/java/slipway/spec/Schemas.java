package slipway.spec;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Small pieces of JSON Schema, draft 2020-12. */
final class Schemas {

    static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

    private Schemas() {}

    static ObjectNode of(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    /** A block, list or map may be left empty: a key with nothing after it. */
    static ObjectNode orNull(String type) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putArray("type").add(type).add("null");
        return schema;
    }

    static ObjectNode string() {
        return of("string");
    }

    static ObjectNode numberOrString() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putArray("type").add("number").add("string");
        return schema;
    }

    static ObjectNode anyOf(ObjectNode one, ObjectNode other) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putArray("anyOf").add(one).add(other);
        return schema;
    }

    static ObjectNode choice(List<String> words) {
        ObjectNode schema = string();
        words.forEach(schema.putArray("enum")::add);
        return schema;
    }

    /** A text in the user's notation as JSON: 8470 is a number where the schema requires one. */
    static JsonNode literal(JsonNode schema, String written) {
        var json = JsonNodeFactory.instance;
        if (schema.has("anyOf")) {
            return literal(schema.path("anyOf").path(0), written);
        }
        return switch (schema.path("type").asString("")) {
            case "integer" -> json.numberNode(Integer.parseInt(written));
            case "boolean" -> json.booleanNode(Boolean.parseBoolean(written));
            default -> json.stringNode(written);
        };
    }
}
