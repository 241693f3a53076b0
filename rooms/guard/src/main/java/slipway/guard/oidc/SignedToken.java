package slipway.guard.oidc;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Problem;
import tools.jackson.databind.node.ObjectNode;

/**
 * A token taken apart, not yet believed.
 *
 * @param kid which of the provider's keys it says it was signed with
 * @param signed the text that the signature is over
 * @param signature in base64url
 */
record SignedToken(
        Algorithm algorithm,
        Optional<String> kid,
        ObjectNode claims,
        String signed,
        String signature) {

    private static final Pattern COMPACT = Pattern.compile("([\\w-]+)\\.([\\w-]+)\\.([\\w-]*)");

    static SignedToken read(String text, Provider provider) {
        var parts = COMPACT.matcher(text);
        if (!parts.matches()) {
            throw Trouble.tokenRefused(provider, "It is not a signed token of three parts.");
        }
        ObjectNode header = json(parts.group(1), provider);
        Algorithm algorithm =
                Json.text(header, "alg")
                        .flatMap(Algorithm::named)
                        .orElseThrow(
                                () ->
                                        Trouble.tokenRefused(
                                                provider,
                                                "It is signed in none of the ways RS256, PS256, ES256 and EdDSA."));
        boolean other =
                Json.text(header, "typ").filter(typ -> !typ.equalsIgnoreCase("JWT")).isPresent();
        if (header.has("crit") || other) {
            throw Trouble.tokenRefused(provider, "Its header asks for something we do not know.");
        }
        bytes(parts.group(3), provider);
        return new SignedToken(
                algorithm,
                Json.text(header, "kid"),
                json(parts.group(2), provider),
                parts.group(1) + "." + parts.group(2),
                parts.group(3));
    }

    private static ObjectNode json(String part, Provider provider) {
        return Json.object(bytes(part, provider))
                .orElseThrow(
                        () -> Trouble.tokenRefused(provider, "A part of it is not plain JSON."));
    }

    /** Each part has one spelling; a second one for the same bytes is refused, not read. */
    private static byte[] bytes(String part, Provider provider) {
        Problem refused = Trouble.tokenRefused(provider, "A part of it is not base64url.");
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(part);
            if (!Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(part)) {
                throw refused;
            }
            return bytes;
        } catch (IllegalArgumentException notBase64) {
            throw refused;
        }
    }

    @Override
    public String toString() {
        return "token signed with " + algorithm.word();
    }
}
