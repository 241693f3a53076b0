package slipway.spec;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.base.SpellingSuggestion;
import slipway.base.UntrustedText;

/** The types whose values are words. */
final class Words {

    static final Type<String> TEXT =
            new Scalar<>("text", true, Reading::understood, Schemas.text());

    static final Type<String> LINE =
            Type.of("a text on one line", "^[^\\n]*\\S[^\\n]*$", Words::line);

    static final Type<Path> PATH = Type.of("a path", "^[^\\n]*\\S[^\\n]*$", Words::path);

    static final Type<Boolean> YES_NO =
            new Scalar<>("true or false", false, Words::yesNo, Schemas.of("boolean"));

    private Words() {}

    static <E extends Enum<E>> Type<E> choice(Class<E> constants) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : constants.getEnumConstants()) {
            words.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
        }
        List<String> known = List.copyOf(words.keySet());
        String says = "one of " + listed(known);
        return new Scalar<>(says, true, text -> chosen(text, words, says), Schemas.choice(known));
    }

    private static <E> Reading<E> chosen(String text, Map<String, E> words, String says) {
        E constant = words.get(text);
        return constant != null
                ? Reading.understood(constant)
                : Reading.refused(
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

    private static Reading<String> line(String text) {
        boolean fits = !text.isBlank() && text.indexOf('\n') < 0;
        return Reading.of(fits ? Optional.of(text) : Optional.empty(), text, "a text on one line");
    }

    private static Reading<Path> path(String text) {
        try {
            return line(text) instanceof Reading.Understood<String>
                    ? Reading.understood(Path.of(text))
                    : Reading.refused(UntrustedText.quoted(text) + " is not a path.");
        } catch (InvalidPathException notOne) {
            return Reading.refused(
                    UntrustedText.quoted(text) + " is not a path: " + notOne.getReason() + ".");
        }
    }

    private static Reading<Boolean> yesNo(String text) {
        return switch (text) {
            case "true" -> Reading.understood(true);
            case "false" -> Reading.understood(false);
            case "yes", "on", "Yes", "On", "True", "TRUE" ->
                    Reading.refused(
                            UntrustedText.quoted(text) + " is not true or false. Write true.");
            case "no", "off", "No", "Off", "False", "FALSE" ->
                    Reading.refused(
                            UntrustedText.quoted(text) + " is not true or false. Write false.");
            default -> Reading.refused(UntrustedText.quoted(text) + " is not true or false.");
        };
    }
}
