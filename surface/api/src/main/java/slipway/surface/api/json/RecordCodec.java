package slipway.surface.api.json;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The codec of an object whose members are a record's components. */
record RecordCodec<T extends Record>(Constructor<T> constructor, List<MemberCodec<?>> members)
        implements ValueCodec<T> {

    static <T extends Record> RecordCodec<T> of(Class<T> type) {
        return of(type, false);
    }

    /** The codec of a change, as in RFC 7396: null clears a member. */
    static <T extends Record> RecordCodec<T> ofChange(Class<T> type) {
        return of(type, true);
    }

    private static <T extends Record> RecordCodec<T> of(Class<T> type, boolean change) {
        RecordComponent[] parts = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return new RecordCodec<>(
                    constructor,
                    Arrays.stream(parts)
                            .<MemberCodec<?>>map(part -> MemberCodec.of(part, change))
                            .toList());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("A record without its constructor: " + type, e);
        }
    }

    @Override
    public Optional<T> read(JsonNode json, JsonMistakes mistakes) {
        if (!json.isObject()) {
            mistakes.add("not an object.");
            return Optional.empty();
        }
        if (mistakes.isStrict()) {
            rejectUnknown(json, mistakes);
        }
        Object[] values = new Object[members.size()];
        boolean complete = true;
        for (int i = 0; i < values.length; i++) {
            Optional<?> value = members.get(i).read(json, mistakes);
            complete &= value.isPresent();
            value.ifPresent(setter(values, i));
        }
        return complete ? Optional.of(create(values)) : Optional.empty();
    }

    private void rejectUnknown(JsonNode json, JsonMistakes mistakes) {
        for (String name : json.propertyNames()) {
            if (mistakes.isFull()) {
                return;
            }
            if (members.stream().noneMatch(member -> member.name().equals(name))) {
                mistakes.inside(UntrustedText.key(name)).add("no such member." + suggestion(name));
            }
        }
    }

    private static Consumer<Object> setter(Object[] values, int i) {
        return value -> values[i] = value;
    }

    private String suggestion(String name) {
        List<String> names = members.stream().map(MemberCodec::name).toList();
        return SpellingSuggestion.nearest(name, names)
                .map(near -> " Did you mean " + near + "?")
                .orElse(names.isEmpty() ? "" : " Known members: " + String.join(", ", names) + ".");
    }

    private T create(Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("The record refused decoded values: " + constructor, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The record cannot be created: " + constructor, e);
        }
    }

    @Override
    public void write(T value, JsonGenerator json) {
        json.writeStartObject();
        members.forEach(member -> member.write(value, json));
        json.writeEndObject();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        members.forEach(member -> properties.set(member.name(), member.schema()));
        schema.put("additionalProperties", false);
        List<String> required =
                members.stream().filter(MemberCodec::isRequired).map(MemberCodec::name).toList();
        if (!required.isEmpty()) {
            required.forEach(schema.putArray("required")::add);
        }
        return schema;
    }

    @Override
    public JsonNode example(String written) {
        ObjectNode example = JsonNodeFactory.instance.objectNode();
        members.forEach(member -> member.example().ifPresent(e -> example.set(member.name(), e)));
        return example;
    }
}
