package slipway.signon;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The discovery document of the provider, as far as it is used here.
 *
 * @param userinfo empty when the provider has none, or has it on a host that is not allowed
 * @param sendsIssuer whether every authorization response has the issuer as {@code iss} (RFC 9207)
 */
record OidcDiscovery(
        ProviderEndpoint authorization,
        ProviderEndpoint token,
        ProviderEndpoint keys,
        Optional<ProviderEndpoint> userinfo,
        ClientProof proof,
        boolean sendsIssuer) {

    private static final String NOUN = "discovery document";

    /** How the token endpoint takes the client secret. */
    enum ClientProof {
        HEADER,
        FORM
    }

    static OidcDiscovery fetch(ProviderClient providerClient, OidcProvider oidcProvider) {
        return read(
                providerClient.object(ProviderEndpoint.ofDiscovery(oidcProvider), NOUN),
                oidcProvider);
    }

    static OidcDiscovery read(ObjectNode document, OidcProvider oidcProvider) {
        if (!ProviderJson.text(document, "issuer").equals(Optional.of(oidcProvider.issuer()))) {
            throw SignOnProblems.badAnswer(
                    oidcProvider,
                    "Its %s is not that of the issuer %s, character for character."
                            .formatted(NOUN, oidcProvider.issuer()));
        }
        Set<String> challenges = strings(document, "code_challenge_methods_supported");
        if (!challenges.isEmpty() && !challenges.contains("S256")) {
            throw SignOnProblems.badAnswer(oidcProvider, "It does not offer PKCE with S256.");
        }
        return new OidcDiscovery(
                endpoint(document, "authorization_endpoint", oidcProvider),
                endpoint(document, "token_endpoint", oidcProvider),
                endpoint(document, "jwks_uri", oidcProvider),
                ProviderJson.text(document, "userinfo_endpoint")
                        .flatMap(text -> ProviderEndpoint.named(text, oidcProvider)),
                proof(document, oidcProvider),
                document.path("authorization_response_iss_parameter_supported").asBoolean(false));
    }

    private static ProviderEndpoint endpoint(
            ObjectNode document, String key, OidcProvider oidcProvider) {
        return ProviderJson.text(document, key)
                .flatMap(text -> ProviderEndpoint.named(text, oidcProvider))
                .orElseThrow(
                        () ->
                                SignOnProblems.badAnswer(
                                        oidcProvider,
                                        "Its %s names no %s on its own host or on one of sign_on.other_hosts."
                                                .formatted(NOUN, key)));
    }

    private static ClientProof proof(ObjectNode document, OidcProvider oidcProvider) {
        Set<String> offered = strings(document, "token_endpoint_auth_methods_supported");
        // The default is the header (OpenID Connect Discovery 1.0, section 3).
        if (offered.isEmpty() || offered.contains("client_secret_basic")) {
            return ClientProof.HEADER;
        }
        if (offered.contains("client_secret_post") || oidcProvider.clientSecret().isEmpty()) {
            return ClientProof.FORM;
        }
        throw SignOnProblems.badAnswer(
                oidcProvider,
                "Its token endpoint supports neither client_secret_basic nor client_secret_post.");
    }

    private static Set<String> strings(ObjectNode document, String key) {
        var words = new TreeSet<String>();
        for (JsonNode word : document.path(key)) {
            if (word.isString()) {
                words.add(word.stringValue());
            }
        }
        return words;
    }
}
