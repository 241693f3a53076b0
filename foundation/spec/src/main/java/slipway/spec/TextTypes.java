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
            new ScalarType<>("text", true, ParseResult::understood, Schemas.text());

    static final ValueType<String> LINE =
            ValueType.of("a text on one line", "^[^\\n]*\\S[^\\n]*$", TextTypes::line);

    static final ValueType<Path> PATH =
            ValueType.of("a path", "^[^\\n]*\\S[^\\n]*$", TextTypes::path);

    static final ValueType<Boolean> YES_NO =
            new ScalarType<>("true or false", false, TextTypes::yesNo, Schemas.of("boolean"));

    private TextTypes() {}

    static <E extends Enum<E>> ValueType<E> choice(Class<E> constants) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : constants.getEnumConstants()) {
            words.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
        }
        List<String> known = List.copyOf(words.keySet());
        String says = "one of " + listed(known);
        return new ScalarType<>(
                says, true, text -> chosen(text, words, says), Schemas.choice(known));
    }

    private static <E> ParseResult<E> chosen(String text, Map<String, E> words, String says) {
        E constant = words.get(text);
        return constant != null
                ? ParseResult.understood(constant)
                : ParseResult.refused(
                        UntrustedText.quoted(text)
                                + " is not "
                                + says
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
            return line(text) instanceof ParseResult.Understood<String>
                    ? ParseResult.understood(Path.of(text))
                    : ParseResult.refused(UntrustedText.quoted(text) + " is not a path.");
        } catch (InvalidPathException notOne) {
            return ParseResult.refused(
                    UntrustedText.quoted(text) + " is not a path: " + notOne.getReason() + ".");
        }
    }

    private static ParseResult<Boolean> yesNo(String text) {
        return switch (text) {
            case "true" -> ParseResult.understood(true);
            case "false" -> ParseResult.understood(false);
            case "yes", "on", "Yes", "On", "True", "TRUE" ->
                    ParseResult.refused(
                            UntrustedText.quoted(text) + " is not true or false. Write true.");
            case "no", "off", "No", "Off", "False", "FALSE" ->
                    ParseResult.refused(
                            UntrustedText.quoted(text) + " is not true or false. Write false.");
            default -> ParseResult.refused(UntrustedText.quoted(text) + " is not true or false.");
        };
    }
}
