package slipway.spec;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;

/** The types whose values are words. */
final class TextTypes {

    static final ValueType<String> TEXT =
            new ScalarType<>("text", true, ParseResult::parsed, Schemas.string());

    static final ValueType<String> LINE =
            ValueType.of("a text on one line", "^[^\\n]*\\S[^\\n]*$", TextTypes::line);

    static final ValueType<Path> PATH =
            ValueType.of("a path", "^[^\\n]*\\S[^\\n]*$", TextTypes::path);

    static final ValueType<Boolean> BOOLEAN =
            new ScalarType<>("true or false", false, TextTypes::bool, Schemas.of("boolean"));

    private TextTypes() {}

    static <E extends Enum<E>> ValueType<E> choice(Class<E> constants) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : constants.getEnumConstants()) {
            words.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
        }
        List<String> known = List.copyOf(words.keySet());
        String description = "one of " + listed(known);
        return new ScalarType<>(
                description,
                true,
                text -> parseChoice(text, words, description),
                Schemas.choice(known));
    }

    private static <E> ParseResult<E> parseChoice(
            String text, Map<String, E> words, String description) {
        E constant = words.get(text);
        return constant != null
                ? ParseResult.parsed(constant)
                : ParseResult.rejected(
                        UntrustedText.quoted(text)
                                + " is not "
                                + description
                                + "."
                                + SpellingSuggestion.didYouMean(text, words.keySet()));
    }

    /** "low, normal or high". */
    static String listed(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    private static ParseResult<String> line(String text) {
        boolean fits = !text.isBlank() && text.indexOf('\n') < 0;
        return ParseResult.of(
                fits ? Optional.of(text) : Optional.empty(), text, "a text on one line");
    }

    private static ParseResult<Path> path(String text) {
        try {
            return line(text) instanceof ParseResult.Parsed<String>
                    ? ParseResult.parsed(Path.of(text))
                    : ParseResult.rejected(UntrustedText.quoted(text) + " is not a path.");
        } catch (InvalidPathException notOne) {
            return ParseResult.rejected(
                    UntrustedText.quoted(text) + " is not a path: " + notOne.getReason() + ".");
        }
    }

    private static ParseResult<Boolean> bool(String text) {
        return switch (text) {
            case "true" -> ParseResult.parsed(true);
            case "false" -> ParseResult.parsed(false);
            case "yes", "on", "Yes", "On", "True", "TRUE" ->
                    ParseResult.rejected(
                            UntrustedText.quoted(text) + " is not true or false. Write true.");
            case "no", "off", "No", "Off", "False", "FALSE" ->
                    ParseResult.rejected(
                            UntrustedText.quoted(text) + " is not true or false. Write false.");
            default -> ParseResult.rejected(UntrustedText.quoted(text) + " is not true or false.");
        };
    }
}
