package slipway.signon;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The settings of the OpenID Connect provider.
 *
 * @param issuer its identifier, an address that its documents and tokens must contain character for character
 * @param clientId the id of this server at the provider
 * @param clientSecret authenticates this client; a public client has none
 * @param redirect the redirect address, registered at the provider
 * @param scopes the requested scopes; {@code openid} is always included
 * @param skew the accepted difference between its clock and this one
 * @param otherHosts hosts of its endpoints besides that of the issuer: {@code host} or {@code host:port}
 */
public record OidcProvider(
        String issuer,
        String clientId,
        Optional<ClientSecret> clientSecret,
        URI redirect,
        List<String> scopes,
        ClaimNames claimNames,
        Duration skew,
        SortedSet<String> otherHosts) {

    /**
     * The names of the claims that are read.
     *
     * @param groups the claim with the groups; {@code realm_access.roles} is a path into an object
     * @param user the claim from which the name of a new user is made; the email address is the fallback
     */
    public record ClaimNames(String groups, String user) {

        public ClaimNames {
            if (groups.isBlank() || user.isBlank()) {
                refuse("The names of claims must not be blank.");
            }
        }
    }

    public static final List<String> SCOPES = List.of("openid", "profile", "email");
    public static final String GROUPS_CLAIM = "groups";
    public static final String NAME_CLAIM = "preferred_username";
    public static final Duration SKEW = Duration.ofMinutes(1);
    public static final Duration MAX_SKEW = Duration.ofMinutes(10);

    public OidcProvider {
        issuerProblem(issuer).ifPresent(OidcProvider::refuse);
        redirectProblem(redirect.toString()).ifPresent(OidcProvider::refuse);
        if (clientId.isBlank()) {
            refuse("The client id must not be blank.");
        }
        if (skew.isNegative() || skew.compareTo(MAX_SKEW) > 0) {
            refuse("The clock skew must be from 0 to " + MAX_SKEW + ", not " + skew);
        }
        scopes = Stream.concat(Stream.of("openid"), scopes.stream()).distinct().toList();
        otherHosts = Collections.unmodifiableSortedSet(new TreeSet<>(otherHosts));
    }

    /** A provider with the default scopes, claims and clock skew, without a secret and other hosts. */
    public static OidcProvider of(String issuer, String clientId, URI redirect) {
        return new OidcProvider(
                issuer,
                clientId,
                Optional.empty(),
                redirect,
                SCOPES,
                new ClaimNames(GROUPS_CLAIM, NAME_CLAIM),
                SKEW,
                new TreeSet<>());
    }

    public OidcProvider withSecret(ClientSecret secret) {
        return new OidcProvider(
                issuer,
                clientId,
                Optional.of(secret),
                redirect,
                scopes,
                claimNames,
                skew,
                otherHosts);
    }

    /** Why the text is not a valid issuer; empty when it is one. */
    public static Optional<String> issuerProblem(String issuer) {
        Optional<URI> address = ProviderEndpoint.address(issuer);
        if (address.isEmpty() || address.get().getRawQuery() != null) {
            return Optional.of(
                    "an issuer is an address such as https://login.example.org, without user, query or fragment.");
        }
        return ProviderEndpoint.isSafe(address.get()) ? Optional.empty() : Optional.of(NOT_SAFE);
    }

    /** Why the text is not a valid redirect address; empty when it is one. */
    public static Optional<String> redirectProblem(String redirect) {
        return ProviderEndpoint.address(redirect)
                .map(
                        uri ->
                                ProviderEndpoint.isSafe(uri)
                                        ? Optional.<String>empty()
                                        : Optional.of(NOT_SAFE))
                .orElse(
                        Optional.of(
                                "not an address such as https://slipway.example.org/login/sso/back."));
    }

    private static final String NOT_SAFE =
            "an address begins with https://; http:// is for this machine only (localhost).";

    /** The host of the provider, for texts. */
    String host() {
        return URI.create(issuer).getAuthority();
    }

    private static void refuse(String because) {
        throw new IllegalArgumentException(because);
    }
}
