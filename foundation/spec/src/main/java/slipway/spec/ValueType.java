package slipway.spec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Bytes;
import tools.jackson.databind.node.ObjectNode;

/**
 * What may be written for a key, and what it means. A type reads, names itself in messages and tables, and describes
 * itself in JSON Schema; a room adds a type of its own with {@link #of}.
 */
public interface ValueType<T> {

    /** The value, or nothing after saying in the report why not. */
    Optional<T> read(DocumentNode documentNode, MistakeCollector mistakeCollector);

    /** As it ends a sentence: "a whole number ≥ 1". */
    String description();

    ObjectNode schema();

    /** Any text, also of many lines. What is written without quotes is text too. */
    static ValueType<String> text() {
        return TextTypes.TEXT;
    }

    /** A text on one line that is not blank: a name, a host. */
    static ValueType<String> line() {
        return TextTypes.LINE;
    }

    static ValueType<Integer> wholeNumber(int min) {
        return NumberTypes.atLeast(min);
    }

    static ValueType<Integer> wholeNumber(int min, int max) {
        return NumberTypes.between(min, max);
    }

    static ValueType<Boolean> bool() {
        return TextTypes.BOOLEAN;
    }

    /** A length of time with its unit: {@code 90s}, {@code 5m}, {@code 1h30m}, {@code 2d}. */
    static ValueType<Duration> duration() {
        return NumberTypes.DURATION;
    }

    /** An amount with its unit: {@code 512MB}, {@code 64GB}; {@code 8GiB} counts in 1,024s. */
    static ValueType<Bytes> bytes() {
        return NumberTypes.BYTES;
    }

    /** One of a few words: the names of the constants, in lower case, with hyphens. */
    static <E extends Enum<E>> ValueType<E> choice(Class<E> constants) {
        return TextTypes.choice(constants);
    }

    /** A file or folder, as written: what a relative one is relative to is for the reader to say. */
    static ValueType<Path> path() {
        return TextTypes.PATH;
    }

    /**
     * A room's own notation.
     *
     * @param description as it ends a sentence: "an accelerator such as H100:8"
     * @param pattern for JSON Schema; it may accept more than {@code read} does
     */
    static <T> ValueType<T> of(
            String description, String pattern, Function<String, ParseResult<T>> read) {
        return new ScalarType<>(description, true, read, Schemas.string().put("pattern", pattern));
    }

    /** A notation that may be a plain number, without quotes: {@code 16}, {@code 16+}, {@code 0-99}. */
    static <T> ValueType<T> numberOrText(
            String description, String pattern, Function<String, ParseResult<T>> read) {
        return new ScalarType<>(
                description, true, read, Schemas.numberOrString().put("pattern", pattern));
    }

    static <T> ValueType<List<T>> listOf(ValueType<T> item) {
        return listOf(item, Integer.MAX_VALUE);
    }

    static <T> ValueType<List<T>> listOf(ValueType<T> item, int maxItems) {
        return new ListType<>(item, maxItems);
    }

    /** A list, or one value where a list of one would be meant. */
    static <T> ValueType<List<T>> oneOrMore(ValueType<T> item, int maxItems) {
        return new OneOrMoreType<>(item, new ListType<>(item, maxItems));
    }

    /** A value, or a key with nothing after it. */
    static <T> ValueType<Optional<T>> nullable(ValueType<T> valueType) {
        return new OptionalType<>(valueType);
    }

    /** Keys of the user's own choosing, each with a value of one type, in the order written. */
    static <T> ValueType<Map<String, T>> mapOf(ValueType<T> value) {
        return mapOf(value, MapType.ANY_NAMES);
    }

    static <T> ValueType<Map<String, T>> mapOf(ValueType<T> value, Names names) {
        return new MapType<>(value, names);
    }

    /**
     * What the keys of a user's own choosing may be.
     *
     * @param description as it ends a sentence: "a variable's name"
     * @param pattern a regular expression that the whole name fits
     * @param maxEntries so many may be there
     */
    record Names(String description, String pattern, int maxEntries) {}
}
