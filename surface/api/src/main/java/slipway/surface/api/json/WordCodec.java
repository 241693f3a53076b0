package slipway.surface.api.json;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.WireNamed;
import slipway.base.text.SpellingSuggestion;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The codec of a value that is written as one word: a time, an id, an enum constant. */
record WordCodec<T>(
        Class<T> type,
        Function<String, Optional<T>> parse,
        Function<T, String> text,
        Notation notation)
        implements ValueCodec<T> {

    private static final int MAX_LENGTH = 200;

    static final WordCodec<Instant> INSTANT =
            new WordCodec<>(
                    Instant.class,
                    WordCodec::instant,
                    Instant::toString,
                    new Notation(
                            "a time such as 2026-11-15T09:30:00Z",
                            List.of(),
                            Map.of("format", "date-time"),
                            "2026-11-15T09:30:00Z"));

    /**
     * Describes the word: the end of the mistake's sentence, the valid words, members of the JSON Schema, and an
     * example.
     */
    record Notation(
            String expected, List<String> words, Map<String, String> schema, String example) {}

    /** Whether a type is an id: a record of one text with a parse method. */
    static boolean isId(Class<?> type) {
        RecordComponent[] parts = type.getRecordComponents();
        return parts.length == 1
                && parts[0].getType() == String.class
                && Arrays.stream(type.getMethods()).anyMatch(m -> m.getName().equals("parse"));
    }

    static <T> ValueCodec<T> ofId(Class<T> type) {
        try {
            Method parse = type.getMethod("parse", String.class);
            return new WordCodec<>(
                    type,
                    text -> ((Optional<?>) call(parse, text)).map(type::cast),
                    Object::toString,
                    new Notation(
                            "a name of 1 to 63 lower-case letters, digits and inner hyphens",
                            List.of(),
                            Map.of("pattern", "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"),
                            "name"));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("No codec for " + type, e);
        }
    }

    static <T> ValueCodec<T> ofEnum(Class<T> type) {
        Map<String, T> words = new LinkedHashMap<>();
        for (T constant : type.getEnumConstants()) {
            words.put(word((Enum<?>) constant), constant);
        }
        List<String> known = List.copyOf(words.keySet());
        return new WordCodec<>(
                type,
                text -> Optional.ofNullable(words.get(text)),
                constant -> word((Enum<?>) constant),
                new Notation(
                        "one of " + String.join(", ", known), known, Map.of(), known.getFirst()));
    }

    private static String word(Enum<?> constant) {
        return constant instanceof WireNamed named
                ? named.wireName()
                : constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Object call(Method method, String text) {
        try {
            return method.invoke(null, text);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("A parse method throws nothing: " + method, e);
        }
    }

    private static Optional<Instant> instant(String text) {
        try {
            Instant at = Instant.parse(text);
            // The journal stores microseconds in 64 bits.
            boolean inRange =
                    at.isAfter(Instant.parse("1970-01-01T00:00:00Z"))
                            && at.isBefore(Instant.parse("9999-01-01T00:00:00Z"));
            return inRange ? Optional.of(at) : Optional.empty();
        } catch (DateTimeException invalid) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<T> read(JsonNode json, JsonMistakes mistakes) {
        String word = json.isString() ? json.stringValue() : "";
        Optional<T> value = word.length() > MAX_LENGTH ? Optional.empty() : parse.apply(word);
        if (value.isEmpty()) {
            String near =
                    word.length() > MAX_LENGTH
                            ? ""
                            : SpellingSuggestion.didYouMean(word, notation.words());
            mistakes.add("not " + notation.expected() + "." + near);
        }
        return value;
    }

    @Override
    public void write(T value, JsonGenerator json) {
        json.writeString(text.apply(value));
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "string");
        notation.schema().forEach(schema::put);
        if (!notation.words().isEmpty()) {
            notation.words().forEach(schema.putArray("enum")::add);
        }
        return schema;
    }

    @Override
    public JsonNode example(String written) {
        return JsonNodeFactory.instance.stringNode(
                written.isEmpty() ? notation.example() : written);
    }
}
