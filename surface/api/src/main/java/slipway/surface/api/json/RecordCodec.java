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

/** An object whose members are a record's components. */
record RecordCodec<T extends Record>(Constructor<T> maker, List<MemberCodec<?>> members)
        implements ValueCodec<T> {

    static <T extends Record> RecordCodec<T> of(Class<T> type) {
        RecordComponent[] parts = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<T> maker = type.getDeclaredConstructor(types);
            maker.setAccessible(true);
            return new RecordCodec<>(
                    maker, Arrays.stream(parts).<MemberCodec<?>>map(MemberCodec::of).toList());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every record has its constructor: " + type, e);
        }
    }

    @Override
    public Optional<T> read(JsonNode json, JsonMistakes jsonMistakes) {
        if (!json.isObject()) {
            jsonMistakes.add("not an object.");
            return Optional.empty();
        }
        if (jsonMistakes.isStrict()) {
            rejectUnknown(json, jsonMistakes);
        }
        Object[] values = new Object[members.size()];
        boolean complete = true;
        for (int i = 0; i < values.length; i++) {
            Optional<?> value = members.get(i).read(json, jsonMistakes);
            complete &= value.isPresent();
            value.ifPresent(inPlace(values, i));
        }
        return complete ? Optional.of(make(values)) : Optional.empty();
    }

    private void rejectUnknown(JsonNode json, JsonMistakes jsonMistakes) {
        for (String name : json.propertyNames()) {
            if (jsonMistakes.isFull()) {
                return;
            }
            if (members.stream().noneMatch(memberCodec -> memberCodec.name().equals(name))) {
                jsonMistakes
                        .inside(UntrustedText.key(name))
                        .add("no such member." + suggestion(name));
            }
        }
    }

    private static Consumer<Object> inPlace(Object[] values, int i) {
        return value -> values[i] = value;
    }

    private String suggestion(String name) {
        List<String> names = members.stream().map(MemberCodec::name).toList();
        return SpellingSuggestion.nearest(name, names)
                .map(near -> " Did you mean " + near + "?")
                .orElse(names.isEmpty() ? "" : " Known here: " + String.join(", ", names) + ".");
    }

    private T make(Object[] values) {
        try {
            return maker.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("A form is looser than its record: " + maker, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A record cannot be made: " + maker, e);
        }
    }

    @Override
    public void write(T value, JsonGenerator json) {
        json.writeStartObject();
        members.forEach(memberCodec -> memberCodec.write(value, json));
        json.writeEndObject();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        members.forEach(memberCodec -> properties.set(memberCodec.name(), memberCodec.schema()));
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
        members.forEach(
                memberCodec ->
                        memberCodec.example().ifPresent(e -> example.set(memberCodec.name(), e)));
        return example;
    }
}
