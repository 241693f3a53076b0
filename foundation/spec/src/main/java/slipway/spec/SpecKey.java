package slipway.spec;

import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.SourceLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A key of a document. It is a constant, and its value is read with it from {@link BlockValues}.
 *
 * @param example an example value; empty when the default is a sufficient example
 */
public record SpecKey<T>(
        String name, ValueType<T> type, Presence<T> presence, String doc, String example) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    /** The behavior when the key is missing. */
    public sealed interface Presence<T> {
        record Required<T>() implements Presence<T> {}

        record NoDefault<T>() implements Presence<T> {}

        /**
         * @param notation the default in the notation of the user, as the reference shows it
         */
        record Default<T>(String notation, T value) implements Presence<T> {}
    }

    public SpecKey {
        if (!NAME.matcher(name).matches() || doc.isBlank()) {
            throw new IllegalArgumentException(
                    "A key is a lower-case word with a sentence about it, not " + name);
        }
    }

    /** An optional key. */
    public static <T> SpecKey<T> of(String name, ValueType<T> valueType, String doc) {
        return new SpecKey<>(name, valueType, new Presence.NoDefault<>(), doc, "");
    }

    public SpecKey<T> required() {
        return new SpecKey<>(name, type, new Presence.Required<>(), doc, example);
    }

    /** The default, as a user would write it. */
    public SpecKey<T> withDefault(String written) {
        return new SpecKey<>(
                name, type, new Presence.Default<>(written, parse(written)), doc, example);
    }

    public SpecKey<T> example(String written) {
        parse(written);
        return new SpecKey<>(name, type, presence, doc, written);
    }

    public boolean isRequired() {
        return presence instanceof Presence.Required;
    }

    Optional<Presence.Default<T>> defaultValue() {
        return presence instanceof Presence.Default<T> there
                ? Optional.of(there)
                : Optional.empty();
    }

    private T parse(String written) {
        MistakeCollector mistakeCollector = MistakeCollector.forWhole();
        return type.read(
                        new DocumentNode.Value(SourceLocation.of("code"), written, false),
                        mistakeCollector)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        name + ": " + mistakeCollector.mistakes()));
    }

    /** Only of its name: a type can be a whole document, and lookups are frequent. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** A value of this key, in the user's notation, as JSON: {@code 8470} is a number when the type is one. */
    public JsonNode json(String written) {
        return Schemas.literal(type.schema(), written);
    }

    /** The type's schema with the description, default and example of this key. */
    public ObjectNode schema() {
        ObjectNode schema = type.schema();
        schema.put("description", doc);
        defaultValue().ifPresent(there -> schema.set("default", json(there.notation())));
        if (!example.isEmpty()) {
            schema.putArray("examples").add(json(example));
        }
        return schema;
    }
}
