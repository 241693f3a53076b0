package slipway.signon;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Problem;
import tools.jackson.databind.node.ObjectNode;

/**
 * A token taken apart, not yet believed.
 *
 * @param kid which of the provider's keys it says it was signed with
 * @param signedText the text that the signature is over
 * @param signature in base64url
 */
record SignedToken(
        SigningAlgorithm algorithm,
        Optional<String> kid,
        ObjectNode claims,
        String signedText,
        String signature) {

    private static final Pattern COMPACT = Pattern.compile("([\\w-]+)\\.([\\w-]+)\\.([\\w-]*)");

    static SignedToken read(String text, OidcProvider oidcProvider) {
        var parts = COMPACT.matcher(text);
        if (!parts.matches()) {
            throw SignOnProblems.tokenRefused(
                    oidcProvider, "It is not a signed token of three parts.");
        }
        ObjectNode header = json(parts.group(1), oidcProvider);
        SigningAlgorithm signingAlgorithm =
                ProviderJson.text(header, "alg")
                        .flatMap(SigningAlgorithm::named)
                        .orElseThrow(
                                () ->
                                        SignOnProblems.tokenRefused(
                                                oidcProvider,
                                                "It is signed in none of the ways RS256, PS256, ES256 and EdDSA."));
        boolean other =
                ProviderJson.text(header, "typ")
                        .filter(typ -> !typ.equalsIgnoreCase("JWT"))
                        .isPresent();
        if (header.has("crit") || other) {
            throw SignOnProblems.tokenRefused(
                    oidcProvider, "Its header asks for something we do not know.");
        }
        bytes(parts.group(3), oidcProvider);
        return new SignedToken(
                signingAlgorithm,
                ProviderJson.text(header, "kid"),
                json(parts.group(2), oidcProvider),
                parts.group(1) + "." + parts.group(2),
                parts.group(3));
    }

    private static ObjectNode json(String part, OidcProvider oidcProvider) {
        return ProviderJson.object(bytes(part, oidcProvider))
                .orElseThrow(
                        () ->
                                SignOnProblems.tokenRefused(
                                        oidcProvider, "A part of it is not plain JSON."));
    }

    /** Each part has one spelling; a second one for the same bytes is refused, not read. */
    private static byte[] bytes(String part, OidcProvider oidcProvider) {
        Problem refused =
                SignOnProblems.tokenRefused(oidcProvider, "A part of it is not base64url.");
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
        return "token signed with " + algorithm.jwsName();
    }
}
