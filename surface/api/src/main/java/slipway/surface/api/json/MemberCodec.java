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

/** The codec of a record component as a member of an object. */
record MemberCodec<V>(
        String name, Method accessor, Presence presence, ValueCodec<V> codec, ApiField field) {

    /** What it means that a member is absent or null. */
    private enum Presence {
        /** It is a mistake. */
        REQUIRED,
        /** There is no value: {@code Optional} in a whole object. */
        OPTIONAL,
        /** Absent keeps the value, null is a mistake: {@code Optional} in a change. */
        KEPT,
        /** Absent keeps the value, null clears it: {@link Patch} in a change. */
        CLEARABLE;

        static Presence of(Class<?> type, boolean change) {
            if (type == Patch.class) {
                if (!change) {
                    throw new IllegalArgumentException("Only a change has a Patch");
                }
                return CLEARABLE;
            }
            return type != Optional.class ? REQUIRED : change ? KEPT : OPTIONAL;
        }
    }

    /**
     * @param change whether the object is a change of another one
     */
    static MemberCodec<?> of(RecordComponent part, boolean change) {
        ApiField field = part.getAnnotation(ApiField.class);
        if (field == null) {
            throw new IllegalArgumentException(
                    "The component "
                            + part
                            + " of "
                            + part.getDeclaringRecord()
                            + " needs @ApiField");
        }
        Presence presence = Presence.of(part.getType(), change);
        Type type =
                presence == Presence.REQUIRED
                        ? part.getGenericType()
                        : ((ParameterizedType) part.getGenericType()).getActualTypeArguments()[0];
        part.getAccessor().setAccessible(true);
        return new MemberCodec<>(
                snake(part.getName()),
                part.getAccessor(),
                presence,
                ValueCodecs.of(type, field),
                field);
    }

    private static String snake(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    boolean isRequired() {
        return presence == Presence.REQUIRED;
    }

    /** The value of the component; empty after a mistake. */
    @SuppressWarnings("OptionalMapToOptional") // an optional component is itself an Optional
    Optional<?> read(JsonNode object, JsonMistakes mistakes) {
        JsonNode json = object.path(name);
        JsonMistakes here = mistakes.inside(name);
        if (!json.isMissingNode() && !json.isNull()) {
            return codec.read(json, here).map(this::present);
        }
        return switch (presence) {
            case REQUIRED -> mistake(here, "missing. " + field.value());
            case OPTIONAL -> Optional.of(Optional.empty());
            case KEPT ->
                    json.isNull()
                            ? mistake(here, "it cannot be removed; omit it to keep its value.")
                            : Optional.of(Optional.empty());
            case CLEARABLE ->
                    Optional.of(json.isNull() ? new Patch.Clear<V>() : new Patch.Keep<V>());
        };
    }

    private Object present(V value) {
        return switch (presence) {
            case REQUIRED -> value;
            case OPTIONAL, KEPT -> Optional.of(value);
            case CLEARABLE -> new Patch.Replace<>(value);
        };
    }

    private static Optional<?> mistake(JsonMistakes mistakes, String text) {
        mistakes.add(text);
        return Optional.empty();
    }

    @SuppressWarnings("unchecked") // the codec was made for the accessor's type
    void write(Record record, JsonGenerator json) {
        Object value = value(record);
        switch (value) {
            case Optional<?> maybe -> maybe.ifPresent(it -> writeMember((V) it, json));
            case Patch.Keep<?> _ -> {}
            case Patch.Clear<?> _ -> json.writeName(name).writeNull();
            case Patch.Replace<?>(var it) -> writeMember((V) it, json);
            default -> writeMember((V) value, json);
        }
    }

    private void writeMember(V value, JsonGenerator json) {
        json.writeName(name);
        codec.write(value, json);
    }

    private Object value(Record record) {
        try {
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A component cannot be read: " + accessor, e);
        }
    }

    ObjectNode schema() {
        ObjectNode schema = codec.schema().put("description", field.value());
        if (presence == Presence.CLEARABLE && schema.path("type").isString()) {
            String type = schema.path("type").asString();
            schema.putArray("type").add(type).add("null");
        }
        return schema;
    }

    /** An optional member is shown only if it has an example. */
    Optional<JsonNode> example() {
        return presence != Presence.REQUIRED && field.example().isEmpty()
                ? Optional.empty()
                : Optional.of(codec.example(field.example()));
    }
}
