package slipway.surface.api.json;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One component of a record as a member of an object. What is {@code Optional} may be left out. */
record MemberCodec<V>(
        String name, Method accessor, boolean optional, ValueCodec<V> codec, ApiField field) {

    static MemberCodec<?> of(RecordComponent part) {
        ApiField apiField = part.getAnnotation(ApiField.class);
        if (apiField == null) {
            throw new IllegalArgumentException(
                    "The component " + part + " of " + part.getDeclaringRecord() + " needs @Means");
        }
        boolean optional = part.getType() == Optional.class;
        Type type =
                optional
                        ? ((ParameterizedType) part.getGenericType()).getActualTypeArguments()[0]
                        : part.getGenericType();
        part.getAccessor().setAccessible(true);
        return new MemberCodec<>(
                snake(part.getName()),
                part.getAccessor(),
                optional,
                ValueCodecs.of(type, apiField),
                apiField);
    }

    private static String snake(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    boolean isRequired() {
        return !optional;
    }

    /** What the record takes; empty after a mistake was told. */
    @SuppressWarnings("OptionalMapToOptional") // an optional component is itself an Optional
    Optional<?> read(JsonNode object, JsonMistakes jsonMistakes) {
        JsonNode json = object.path(name);
        boolean absent = json.isMissingNode() || json.isNull();
        if (optional) {
            return absent
                    ? Optional.of(Optional.empty())
                    : codec.read(json, jsonMistakes.inside(name)).map(Optional::of);
        }
        if (absent) {
            jsonMistakes.inside(name).add("missing. " + field.value());
            return Optional.empty();
        }
        return codec.read(json, jsonMistakes.inside(name));
    }

    @SuppressWarnings("unchecked") // the mold was made for the accessor's own type
    void write(Record record, JsonGenerator json) {
        Object value = value(record);
        if (value instanceof Optional<?> maybe) {
            if (maybe.isEmpty()) {
                return;
            }
            value = maybe.get();
        }
        json.writeName(name);
        codec.write((V) value, json);
    }

    private Object value(Record record) {
        try {
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A component cannot be read: " + accessor, e);
        }
    }

    ObjectNode schema() {
        return codec.schema().put("description", field.value());
    }

    /** What may be left out is shown only when it has an example of its own. */
    Optional<JsonNode> example() {
        return optional && field.example().isEmpty()
                ? Optional.empty()
                : Optional.of(codec.example(field.example()));
    }
}
