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
 * The OpenID provider that people sign in with, as it was set up.
 *
 * @param issuer its own name, an address that must appear letter for letter in all it signs
 * @param clientId the name under which it knows this server
 * @param clientSecret proves that we are that client; a public client has none
 * @param redirect where it sends the browser back to, registered there
 * @param scopes what is asked for; {@code openid} is always among them
 * @param groupsClaim where the groups stand in the ID token; {@code realm_access.roles} looks into an object
 * @param nameClaim what a new user's name is made of; if it is missing, the email address
 * @param skew how far its clock and ours may differ
 * @param otherHosts what it may name for its endpoints beside the issuer's own host: {@code host} or {@code host:port}
 */
public record OidcProvider(
        String issuer,
        String clientId,
        Optional<ClientSecret> clientSecret,
        URI redirect,
        List<String> scopes,
        String groupsClaim,
        String nameClaim,
        Duration skew,
        SortedSet<String> otherHosts) {

    public static final List<String> SCOPES = List.of("openid", "profile", "email");
    public static final String GROUPS_CLAIM = "groups";
    public static final String NAME_CLAIM = "preferred_username";
    public static final Duration SKEW = Duration.ofMinutes(1);
    public static final Duration MAX_SKEW = Duration.ofMinutes(10);

    public OidcProvider {
        issuerProblem(issuer).ifPresent(OidcProvider::refuse);
        redirectProblem(redirect.toString()).ifPresent(OidcProvider::refuse);
        if (clientId.isBlank() || groupsClaim.isBlank() || nameClaim.isBlank()) {
            refuse("The client id and the names of claims are not blank.");
        }
        if (skew.isNegative() || skew.compareTo(MAX_SKEW) > 0) {
            refuse("Clocks may differ by nothing up to " + MAX_SKEW + ", not " + skew);
        }
        scopes = Stream.concat(Stream.of("openid"), scopes.stream()).distinct().toList();
        otherHosts = Collections.unmodifiableSortedSet(new TreeSet<>(otherHosts));
    }

    /** With the usual scopes, claims and clock skew, no secret and no other hosts. */
    public static OidcProvider of(String issuer, String clientId, URI redirect) {
        return new OidcProvider(
                issuer,
                clientId,
                Optional.empty(),
                redirect,
                SCOPES,
                GROUPS_CLAIM,
                NAME_CLAIM,
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
                groupsClaim,
                nameClaim,
                skew,
                otherHosts);
    }

    /** A sentence about an issuer that cannot be one; empty when it can. */
    public static Optional<String> issuerProblem(String issuer) {
        Optional<URI> address = ProviderEndpoint.address(issuer);
        if (address.isEmpty() || address.get().getRawQuery() != null) {
            return Optional.of(
                    "an issuer is an address such as https://login.example.org, without user, query or fragment.");
        }
        return ProviderEndpoint.isSafe(address.get()) ? Optional.empty() : Optional.of(NOT_SAFE);
    }

    /** A sentence about an address that a provider should not send people to; empty when it may. */
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

    /** As it is called in sentences for people. */
    String host() {
        return URI.create(issuer).getAuthority();
    }

    private static void refuse(String because) {
        throw new IllegalArgumentException(because);
    }
}
