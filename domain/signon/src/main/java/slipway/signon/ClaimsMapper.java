package slipway.signon;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.base.UserId;
import slipway.base.text.UntrustedText;

/** Converts checked claims to an identity, with a valid user name for any handle at the provider. */
final class ClaimsMapper {

    private static final int MAX_NAME_LENGTH = 63;
    private static final int MAX_SHOWN_LENGTH = 200;
    private static final int MAX_GROUP_LENGTH = 500;

    private static final Pattern EMAIL =
            Pattern.compile("[^\\s@<>\"\\p{C}]{1,64}@[^\\s@<>\"\\p{C}]{1,189}");
    private static final Pattern COMBINING_MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^a-z0-9]+");
    private static final Pattern EDGE_HYPHENS = Pattern.compile("^-+|-+$");

    private ClaimsMapper() {}

    static OidcIdentity of(TokenClaims tokenClaims, OidcProvider oidcProvider) {
        String subject = tokenClaims.text("sub").orElseThrow();
        Optional<String> email = email(tokenClaims);
        Optional<String> handle = tokenClaims.text(oidcProvider.claimNames().user());
        UserId name =
                Stream.of(handle, email)
                        .flatMap(Optional::stream)
                        .flatMap(text -> userId(text).stream())
                        .findFirst()
                        .orElseGet(() -> fallbackName(oidcProvider.issuer(), subject));
        String shown =
                Stream.of(tokenClaims.text("name"), handle, email)
                        .flatMap(Optional::stream)
                        .map(text -> UntrustedText.printable(text, MAX_SHOWN_LENGTH))
                        .filter(text -> !text.isEmpty())
                        .findFirst()
                        .orElse(name.value());
        var groups = new TreeSet<>(tokenClaims.texts(oidcProvider.claimNames().groups()));
        groups.removeIf(group -> group.isBlank() || group.length() > MAX_GROUP_LENGTH);
        return new OidcIdentity(oidcProvider.issuer(), subject, name, shown, email, groups);
    }

    private static Optional<String> email(TokenClaims tokenClaims) {
        return tokenClaims
                .text("email")
                .filter(text -> EMAIL.matcher(text).matches())
                .filter(_ -> !tokenClaims.isFalse("email_verified"));
    }

    /** {@code Ana.Müller@example.org} is {@code ana-muller}. */
    static Optional<UserId> userId(String text) {
        String before = text.split("@", 2)[0];
        String plain =
                COMBINING_MARKS
                        .matcher(Normalizer.normalize(before, Normalizer.Form.NFKD))
                        .replaceAll("");
        String joined = NOT_IN_NAMES.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-");
        String whole = trimmed(joined);
        return UserId.parse(trimmed(whole.substring(0, Math.min(whole.length(), MAX_NAME_LENGTH))));
    }

    private static String trimmed(String text) {
        return EDGE_HYPHENS.matcher(text).replaceAll("");
    }

    /** A stable name from a hash of the subject. The subject itself may be personal, such as an employee number. */
    private static UserId fallbackName(String issuer, String subject) {
        byte[] hash = Digests.sha256((issuer + "\n" + subject).getBytes(StandardCharsets.UTF_8));
        return new UserId("user-" + HexFormat.of().formatHex(hash, 0, 5));
    }
}
