package slipway.identity;

import java.util.Optional;

/**
 * Text that people choose: names, titles, labels. It is data and may look like a tag or a quotation; the faces escape
 * it. What it may not hold is what nobody can see: control characters, and marks that turn the text around.
 */
final class TextRules {

    static final int MAX_LENGTH = 200;
    private static final int MAX_EMAIL_LENGTH = 254;

    private TextRules() {}

    static String checked(String noun, String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            throw IdentityProblems.badText(noun, "It is empty.");
        }
        if (stripped.codePointCount(0, stripped.length()) > MAX_LENGTH) {
            throw IdentityProblems.badText(
                    noun, "It is longer than " + MAX_LENGTH + " characters.");
        }
        stripped.codePoints()
                .filter(TextRules::isInvisible)
                .findFirst()
                .ifPresent(
                        c -> {
                            throw IdentityProblems.badText(
                                    noun, "It holds the invisible character U+%04X.".formatted(c));
                        });
        return stripped;
    }

    static Optional<String> email(Optional<String> email) {
        return email.map(String::strip).filter(text -> !text.isEmpty()).map(TextRules::email);
    }

    private static String email(String text) {
        int at = text.indexOf('@');
        if (at < 1
                || at == text.length() - 1
                || text.length() > MAX_EMAIL_LENGTH
                || text.codePoints().anyMatch(c -> isInvisible(c) || Character.isWhitespace(c))) {
            throw IdentityProblems.badText(
                    "email", "It is no address: one looks like ana@example.org.");
        }
        return text;
    }

    private static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            default -> isDirectionOverride(c);
        };
    }

    /** With these, "ana" followed by something else can be made to look like "admin". */
    private static boolean isDirectionOverride(int c) {
        return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    }
}
