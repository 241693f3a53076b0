package slipway.signon;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Problem;
import tools.jackson.databind.node.ObjectNode;

/**
 * A parsed token, not yet verified.
 *
 * @param kid the id of the key with which it claims to be signed
 * @param signedText the text that is signed
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
                                                "Its algorithm is none of RS256, PS256, ES256 and EdDSA."));
        boolean other =
                ProviderJson.text(header, "typ")
                        .filter(typ -> !typ.equalsIgnoreCase("JWT"))
                        .isPresent();
        if (header.has("crit") || other) {
            throw SignOnProblems.tokenRefused(
                    oidcProvider, "Its header has crit or a typ other than JWT.");
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
                                        oidcProvider, "A part of it is not a JSON object."));
    }

    /** Base64url has one canonical encoding of the same bytes; others are refused. */
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
