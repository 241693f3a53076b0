package slipway.catalog;

import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;

/**
 * One row of a file. Reading a cell always returns a value: a wrong cell is reported and yields a placeholder, so
 * that all cells are checked; then the whole row is dropped.
 */
final class CatalogRow {

    /** A type and a number of them: {@code H100:8}. */
    record CountedName(String name, int count) {}

    private static final Pattern COUNTED_NAME = Pattern.compile("([^:\\s]+):([1-9][0-9]{0,5})");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9*][A-Za-z0-9 ._/+:()-]{0,99}");
    private static final CountedName PLACEHOLDER = new CountedName("-", 1);

    private final SourceLocation sourceLocation;
    private final Map<String, String> cells;
    private final CatalogErrors catalogErrors;

    CatalogRow(
            SourceLocation sourceLocation, Map<String, String> cells, CatalogErrors catalogErrors) {
        this.sourceLocation = sourceLocation;
        this.cells = cells;
        this.catalogErrors = catalogErrors;
    }

    /** The value of this row; empty after a mistake, which is collected. */
    <T> Optional<T> read(Function<CatalogRow, T> reader) {
        int first = catalogErrors.count();
        try {
            T read = reader.apply(this);
            return catalogErrors.count() == first ? Optional.of(read) : Optional.empty();
        } catch (IllegalArgumentException impossible) {
            // The record rejects the combination of cells. A mistake in a cell already explains it.
            if (catalogErrors.count() == first) {
                catalogErrors.add(sourceLocation, "", impossible.getMessage() + ".");
            }
            return Optional.empty();
        }
    }

    CatalogErrors errors() {
        return catalogErrors;
    }

    SourceLocation location() {
        return sourceLocation;
    }

    Optional<String> optional(String column) {
        return Optional.ofNullable(cells.get(column)).filter(cell -> !cell.isEmpty());
    }

    String text(String column) {
        return optional(column).orElseGet(() -> reject(column, "There is nothing in it.", "-"));
    }

    String key(String column) {
        String text = text(column);
        return KEY.matcher(text).matches()
                ? text
                : reject(
                        column,
                        UntrustedText.quoted(text)
                                + " is not a name of letters, digits and . _ / -.",
                        "-");
    }

    int wholeNumber(String column, int low, int high) {
        String text = text(column);
        try {
            int number = Integer.parseInt(text);
            if (number >= low && number <= high) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The sentence below reports it.
        }
        return reject(
                column,
                "%s is not a whole number from %,d to %,d."
                        .formatted(UntrustedText.quoted(text), low, high),
                low);
    }

    double number(String column, double low, double high) {
        String text = text(column);
        return UnitParser.number(text)
                .filter(number -> number >= low && number <= high)
                .orElseGet(
                        () ->
                                reject(
                                        column,
                                        "%s is not a number from %s to %s."
                                                .formatted(
                                                        UntrustedText.quoted(text),
                                                        Format.number(low),
                                                        Format.number(high)),
                                        low));
    }

    /** {@code 35%} is 0.35. */
    double percentage(String column) {
        String text = text(column);
        return Optional.of(text)
                .filter(it -> it.endsWith("%"))
                .flatMap(it -> UnitParser.number(it.substring(0, it.length() - 1).strip()))
                .filter(number -> number > 0 && number < 100)
                .map(number -> number / 100)
                .orElseGet(
                        () ->
                                reject(
                                        column,
                                        UntrustedText.quoted(text)
                                                + " is not a share between 0% and 100%, such as 35%.",
                                        0.5));
    }

    Bytes bytes(String column) {
        return quantity(column, UnitParser.MEMORY, new Bytes(1));
    }

    Optional<Bytes> optionalBytes(String column) {
        return optional(column).map(_ -> bytes(column));
    }

    Bytes rate(String column) {
        return quantity(column, UnitParser.RATE, new Bytes(1));
    }

    Duration latency(String column) {
        return quantity(column, UnitParser.LATENCY, Duration.ofNanos(1));
    }

    int watts(String column) {
        return quantity(column, UnitParser.POWER, 1);
    }

    OptionalInt optionalWatts(String column) {
        return optional(column).isEmpty() ? OptionalInt.empty() : OptionalInt.of(watts(column));
    }

    Money money(String column) {
        return quantity(column, UnitParser.MONEY, Money.dollars(1));
    }

    Optional<Money> optionalMoney(String column) {
        return optional(column).map(_ -> money(column));
    }

    private <T> T quantity(String column, UnitParser<T> unitParser, T placeholder) {
        return unitParser.read(text(column), because -> reject(column, because, placeholder));
    }

    LocalDate date(String column) {
        String text = text(column);
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException _) {
            return reject(
                    column,
                    UntrustedText.quoted(text) + " is not a day such as 2026-08-22.",
                    LocalDate.EPOCH);
        }
    }

    CountedName countedName(String column) {
        String text = text(column);
        Matcher matcher = COUNTED_NAME.matcher(text);
        return matcher.matches()
                ? new CountedName(matcher.group(1), Integer.parseInt(matcher.group(2)))
                : reject(
                        column,
                        UntrustedText.quoted(text) + " is not a name and a number such as H100:8.",
                        PLACEHOLDER);
    }

    <E extends Enum<E>> E choice(String column, E[] all, Function<E, String> word) {
        String text = text(column);
        return Arrays.stream(all)
                .filter(one -> word.apply(one).equalsIgnoreCase(text))
                .findFirst()
                .orElseGet(
                        () -> {
                            List<String> words = Arrays.stream(all).map(word).toList();
                            return reject(
                                    column,
                                    UntrustedText.quoted(text)
                                            + " is not "
                                            + Format.list(words, "or")
                                            + "."
                                            + SpellingSuggestion.didYouMean(text, words),
                                    all[0]);
                        });
    }

    /** The value of this name from a file read before. */
    <T> Optional<T> lookup(String column, String name, Map<String, T> things) {
        T thing = things.get(name);
        if (thing == null && !name.equals(PLACEHOLDER.name())) {
            reject(
                    column,
                    UntrustedText.quoted(name)
                            + " is not in the catalog."
                            + SpellingSuggestion.didYouMean(name, things.keySet()),
                    name);
        }
        return Optional.ofNullable(thing);
    }

    <T> T reject(String column, String sentence, T placeholder) {
        catalogErrors.add(sourceLocation, column, sentence);
        return placeholder;
    }

    @Override
    public String toString() {
        return cells.entrySet().stream()
                .map(cell -> cell.getKey() + "=" + cell.getValue())
                .collect(Collectors.joining(", "));
    }
}
