package slipway.identity;

import java.util.Optional;
import slipway.base.text.UntrustedText;

/**
 * Validates text that people choose: names, titles, labels. It may look like a tag or a quotation; pages and terminals
 * escape it. It must not contain invisible characters: control characters and marks that change the text direction.
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
                .filter(UntrustedText::isDangerous)
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
                || text.codePoints()
                        .anyMatch(c -> UntrustedText.isDangerous(c) || Character.isWhitespace(c))) {
            throw IdentityProblems.badText(
                    "email", "It is no address: one looks like ana@example.org.");
        }
        return text;
    }
}
