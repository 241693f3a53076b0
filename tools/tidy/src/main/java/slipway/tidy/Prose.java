package slipway.tidy;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.tidy.checkout.TextFile;

/**
 * The text of a file that people read: comments, strings and names of tests in Java, all of a file in other languages.
 * Code and quotations are masked. The masked text has the length of the file, so a position in it is a position in the
 * file.
 */
final class Prose {

    /** Replaces each character of code and of quotations, so that no phrase reaches across them. */
    private static final char MASK = '\u0001';

    private static final Pattern READ_WHOLE =
            Pattern.compile(
                    ".*\\.(md|jte|sh|c|h|js|css|sql|py|ya?ml|xml|sbatch|service|conf|html)"
                            + "|(.*/)?(slipway|srun|scontrol|run|needs)");

    private static final String STRING = "\"(?:[^\"\\\\\\n]++|\\\\.)*+\"";

    /** One alternative per kind of text; a character literal is matched so that its quote opens no string. */
    private static final Pattern JAVA =
            Pattern.compile(
                    "(?<comment>//[^\\n]*+(?:\\n\\s*+//[^\\n]*+)*+|/\\*[\\s\\S]*?\\*/)"
                            + "|(?<block>\"\"\"[\\s\\S]*?\"\"\")"
                            + "|(?<string>"
                            + STRING
                            + "(?:\\s*\\+\\s*"
                            + STRING
                            + ")*)"
                            + "|'(?:\\\\.|[^'\\\\\\n])+'"
                            + "|(?<name>\\b[a-z][a-z0-9]*(?:_[a-z0-9]+){2,}\\b)");

    private static final Pattern QUOTATION =
            Pattern.compile(
                    "\"(?:[^\"\\n]|\\n(?!\\s*\\n)){1,300}\"|“[^”]{1,300}”|`[^`\\n]+`"
                            + "|\\{@code [^}]*}|(?m:^>.*$)");

    private static final Pattern MARKERS =
            Pattern.compile("^/\\*+|(?m:^\\s*+(?://|\\*(?!/)))|\\*/$");

    private Prose() {}

    /** The masked text; empty for a data file. */
    static Optional<String> of(TextFile file) {
        if (file.path().endsWith(".java")) {
            return Optional.of(java(file.text()));
        }
        if (file.path().endsWith(".jte") || file.path().endsWith(".html")) {
            // A quote belongs to an attribute; the text of the page is between two attributes.
            return Optional.of(file.text());
        }
        return READ_WHOLE.matcher(file.path()).matches()
                ? Optional.of(withoutQuotations(file.text()))
                : Optional.empty();
    }

    private static String java(String text) {
        var prose = new StringBuilder(mask(text));
        Matcher part = JAVA.matcher(text);
        while (part.find()) {
            if (part.group("comment") != null) {
                set(prose, part, withoutQuotations(withoutMarkers(part.group())));
            } else if (part.group("block") != null) {
                set(prose, part, part.group().replace('"', ' '));
            } else if (part.group("string") != null) {
                set(prose, part, part.group().replace("\\n", "  ").replaceAll("[\"+]", " "));
            } else if (part.group("name") != null) {
                set(prose, part, part.group().replace('_', ' '));
            }
        }
        return prose.toString();
    }

    private static void set(StringBuilder prose, Matcher part, String replacement) {
        prose.replace(part.start(), part.end(), replacement);
    }

    /** The marks of a comment become spaces, so that a phrase may reach from one line to the next. */
    private static String withoutMarkers(String comment) {
        return replaced(MARKERS, comment, ' ');
    }

    private static String withoutQuotations(String text) {
        return replaced(QUOTATION, text, MASK);
    }

    private static String mask(String text) {
        var masked = new StringBuilder(text);
        for (int i = 0; i < masked.length(); i++) {
            if (!Character.isWhitespace(masked.charAt(i))) {
                masked.setCharAt(i, MASK);
            }
        }
        return masked.toString();
    }

    private static String replaced(Pattern pattern, String text, char replacement) {
        return pattern.matcher(text)
                .replaceAll(
                        part ->
                                Matcher.quoteReplacement(
                                        part.group()
                                                .replaceAll(
                                                        "[^\\n]", String.valueOf(replacement))));
    }
}
