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
 * The type of a key's value. It parses the value, describes itself in messages and tables, and has a JSON Schema;
 * a module adds a type with {@link #of}.
 */
public interface ValueType<T> {

    /** The value; empty after a mistake, which is collected. */
    Optional<T> read(DocumentNode documentNode, MistakeCollector mistakeCollector);

    /** As it ends a sentence: "a whole number ≥ 1". */
    String description();

    ObjectNode schema();

    /** Any text, also of several lines, with or without quotes. */
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

    /** A file or folder, as written: the reader resolves a relative one. */
    static ValueType<Path> path() {
        return TextTypes.PATH;
    }

    /**
     * A notation of a module.
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

    /** A list, or a single value for a list of one. */
    static <T> ValueType<List<T>> oneOrMore(ValueType<T> item, int maxItems) {
        return new OneOrMoreType<>(item, new ListType<>(item, maxItems));
    }

    /** A value, or a key with nothing after it. */
    static <T> ValueType<Optional<T>> nullable(ValueType<T> valueType) {
        return new OptionalType<>(valueType);
    }

    /** Keys that the user chooses, each with a value of one type, in the order written. */
    static <T> ValueType<Map<String, T>> mapOf(ValueType<T> value) {
        return mapOf(value, MapType.ANY_NAMES);
    }

    static <T> ValueType<Map<String, T>> mapOf(ValueType<T> value, Names names) {
        return new MapType<>(value, names);
    }

    /**
     * The allowed names of such keys.
     *
     * @param description as it ends a sentence: "a variable's name"
     * @param pattern a regular expression that the whole name fits
     * @param maxEntries maximum number of entries
     */
    record Names(String description, String pattern, int maxEntries) {}
}
