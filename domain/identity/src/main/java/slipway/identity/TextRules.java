package slipway.identity;

import java.util.Optional;

/**
 * Text that people choose: names, titles, labels. It is data and may look like a tag or a quotation; the faces escape
 * it. What it may not hold is what nobody can see: control characters, and marks that turn the text around.
 */
final class TextRules {

    static final int LONGEST = 200;
    private static final int LONGEST_EMAIL = 254;

    private TextRules() {}

    static String checked(String noun, String text) {
        String kept = text.strip();
        if (kept.isEmpty()) {
            throw IdentityProblems.badText(noun, "It is empty.");
        }
        if (kept.codePointCount(0, kept.length()) > LONGEST) {
            throw IdentityProblems.badText(noun, "It is longer than " + LONGEST + " characters.");
        }
        kept.codePoints()
                .filter(TextRules::hidden)
                .findFirst()
                .ifPresent(
                        c -> {
                            throw IdentityProblems.badText(
                                    noun, "It holds the invisible character U+%04X.".formatted(c));
                        });
        return kept;
    }

    static Optional<String> email(Optional<String> email) {
        return email.map(String::strip).filter(text -> !text.isEmpty()).map(TextRules::email);
    }

    private static String email(String text) {
        int at = text.indexOf('@');
        if (at < 1
                || at == text.length() - 1
                || text.length() > LONGEST_EMAIL
                || text.codePoints().anyMatch(c -> hidden(c) || Character.isWhitespace(c))) {
            throw IdentityProblems.badText(
                    "email", "It is no address: one looks like ana@example.org.");
        }
        return text;
    }

    private static boolean hidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            default -> turnsAround(c);
        };
    }

    /** With these, "ana" followed by something else can be made to look like "admin". */
    private static boolean turnsAround(int c) {
        return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    }
}
