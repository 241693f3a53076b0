package slipway.signon;

import java.net.http.HttpRequest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Completes the claims of an ID token that has no groups. Some providers list groups only at the userinfo endpoint
 * (OpenID Connect Core 1.0, section 5.3); Entra ID replaces more than 200 groups by a reference to another interface.
 */
final class UserinfoEndpoint {

    private static final String NOUN = "userinfo endpoint";

    /** The characters of a bearer token in a header (RFC 6750), and more than providers use. */
    private static final Pattern BEARER_TOKEN = Pattern.compile("[\\x21-\\x7e]{1,16000}");

    private final ProviderClient providerClient;
    private final OidcProvider oidcProvider;

    UserinfoEndpoint(ProviderClient providerClient, OidcProvider oidcProvider) {
        this.providerClient = providerClient;
        this.oidcProvider = oidcProvider;
    }

    /** The claims with groups, if the provider has any; refused if it has too many to say. */
    TokenClaims complete(
            TokenClaims idToken, Optional<String> accessToken, OidcDiscovery oidcDiscovery) {
        String groups = oidcProvider.claimNames().groups();
        if (idToken.hasAt(groups)) {
            return idToken;
        }
        TokenClaims all =
                fetch(accessToken, oidcDiscovery)
                        .map(info -> idToken.completedBy(requireSamePerson(info, idToken)))
                        .orElse(idToken);
        if (!all.hasAt(groups) && all.refersElsewhereFor(groups)) {
            throw SignOnProblems.tooManyGroups(oidcProvider);
        }
        return all;
    }

    private Optional<TokenClaims> fetch(Optional<String> accessToken, OidcDiscovery discovery) {
        return discovery
                .userinfo()
                .flatMap(
                        endpoint ->
                                accessToken
                                        .filter(text -> BEARER_TOKEN.matcher(text).matches())
                                        .map(text -> fetch(endpoint, text)));
    }

    private TokenClaims fetch(ProviderEndpoint endpoint, String accessToken) {
        var request =
                HttpRequest.newBuilder(endpoint.uri())
                        .header("Accept", "application/json")
                        .header("Authorization", "Bearer " + accessToken);
        return new TokenClaims(providerClient.object(request.build(), NOUN));
    }

    /** The answer is not signed, so it must at least be about the same person (section 5.3.2). */
    private TokenClaims requireSamePerson(TokenClaims info, TokenClaims idToken) {
        if (!info.text("sub").equals(idToken.text("sub"))) {
            throw SignOnProblems.badAnswer(
                    oidcProvider, "Its %s describes another person.".formatted(NOUN));
        }
        return info;
    }
}
