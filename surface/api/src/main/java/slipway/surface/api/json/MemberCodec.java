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

/** The codec of a record component as a member of an object. A component of type {@code Optional} may be absent. */
record MemberCodec<V>(
        String name, Method accessor, boolean optional, ValueCodec<V> codec, ApiField field) {

    static MemberCodec<?> of(RecordComponent part) {
        ApiField field = part.getAnnotation(ApiField.class);
        if (field == null) {
            throw new IllegalArgumentException(
                    "The component "
                            + part
                            + " of "
                            + part.getDeclaringRecord()
                            + " needs @ApiField");
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
                ValueCodecs.of(type, field),
                field);
    }

    private static String snake(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    boolean isRequired() {
        return !optional;
    }

    /** The value of the component; empty after a mistake. */
    @SuppressWarnings("OptionalMapToOptional") // an optional component is itself an Optional
    Optional<?> read(JsonNode object, JsonMistakes mistakes) {
        JsonNode json = object.path(name);
        boolean absent = json.isMissingNode() || json.isNull();
        if (optional) {
            return absent
                    ? Optional.of(Optional.empty())
                    : codec.read(json, mistakes.inside(name)).map(Optional::of);
        }
        if (absent) {
            mistakes.inside(name).add("missing. " + field.value());
            return Optional.empty();
        }
        return codec.read(json, mistakes.inside(name));
    }

    @SuppressWarnings("unchecked") // the codec was made for the accessor's type
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

    /** An optional member is shown only if it has an example. */
    Optional<JsonNode> example() {
        return optional && field.example().isEmpty()
                ? Optional.empty()
                : Optional.of(codec.example(field.example()));
    }
}
