package slipway.signon;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.SecretKey;
import slipway.base.Problem;

/**
 * Single sign-on with an OpenID Connect (OIDC) provider: the authorization code flow with PKCE.
 *
 * <pre>{@code
 * var begin = signOn.begin("/workloads");             // set begin.cookie(), redirect to begin.redirect()
 * var arrival = signOn.finish(cookie, query);          // at the redirect address; then drop the cookie
 * }</pre>
 *
 * Both may send requests to the provider and block for some seconds; call them on a virtual thread. Every failure is a
 * {@link Problem}.
 */
public final class SignOn implements AutoCloseable {

    private static final int MAX_COMPLETED_KEPT = 20_000;
    private static final Duration KEY_REFETCH_INTERVAL = Duration.ofMinutes(1);

    private final OidcProvider oidcProvider;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final CookieCipher cookieCipher;
    private final ProviderClient providerClient;
    private final CodeExchange codeExchange;
    private final UserinfoEndpoint userinfoEndpoint;
    private final CachedFetch<OidcDiscovery> discovery;
    private final CachedFetch<SigningKeys> keys;
    private final CompletedSignOns completed = new CompletedSignOns(MAX_COMPLETED_KEPT);

    /**
     * A started flow.
     *
     * @param redirect where to send the browser
     * @param cookie the value to set: HttpOnly, SameSite=Lax, Secure under TLS, for the path of the redirect address
     * @param maxAge its Max-Age
     */
    public record Started(URI redirect, String cookie, Duration maxAge) {

        @Override
        public String toString() {
            return "started sign-in at " + redirect.getAuthority();
        }
    }

    /**
     * A completed flow.
     *
     * @param returnTo the requested path of this server
     */
    public record Completed(OidcIdentity identity, String returnTo) {}

    /**
     * @param key the AES key of the cookies; another key at the next start invalidates only open flows
     * @param random must be unpredictable
     */
    public SignOn(
            OidcProvider oidcProvider, SecretKey key, InstantSource clock, RandomGenerator random) {
        this(oidcProvider, key, clock, random, ProviderClient.Limits.USUAL);
    }

    SignOn(
            OidcProvider oidcProvider,
            SecretKey key,
            InstantSource clock,
            RandomGenerator random,
            ProviderClient.Limits limits) {
        this.oidcProvider = oidcProvider;
        this.clock = clock;
        this.random = random;
        this.cookieCipher = new CookieCipher(key, oidcProvider, random);
        this.providerClient = new ProviderClient(oidcProvider, limits);
        this.codeExchange = new CodeExchange(providerClient, oidcProvider);
        this.userinfoEndpoint = new UserinfoEndpoint(providerClient, oidcProvider);
        this.discovery =
                new CachedFetch<>(() -> OidcDiscovery.fetch(providerClient, oidcProvider), clock);
        this.keys = new CachedFetch<>(this::fetchKeys, clock);
    }

    /**
     * @param returnTo the requested path; anything but a path of this server is replaced by home
     */
    public Started begin(String returnTo) {
        URI there = discovery.value().authorization().uri();
        SignOnFlow signOnFlow = SignOnFlow.begin(returnTo, clock.instant(), random);
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", oidcProvider.clientId());
        query.put("redirect_uri", oidcProvider.redirect().toString());
        query.put("scope", String.join(" ", oidcProvider.scopes()));
        query.put("state", signOnFlow.state());
        query.put("nonce", signOnFlow.nonce());
        query.put("code_challenge", signOnFlow.challenge());
        query.put("code_challenge_method", "S256");
        String separator = there.getRawQuery() == null ? "?" : "&";
        URI redirect = URI.create(there + separator + CodeExchange.formEncoded(query));
        return new Started(redirect, cookieCipher.encrypt(signOnFlow), SignOnFlow.LIFETIME);
    }

    /**
     * @param cookie the value that the browser sent; empty when it sent none
     * @param query the decoded query of the request to the redirect address; the caller refuses duplicate names
     */
    public Completed complete(String cookie, Map<String, String> query) {
        Instant now = clock.instant();
        SignOnFlow signOnFlow = requireFlow(cookie, now);
        String code = code(signOnFlow, query);
        if (!completed.add(signOnFlow, now)) {
            throw SignOnProblems.alreadyCompleted();
        }
        CodeExchange.Tokens tokens = codeExchange.exchange(code, signOnFlow, discovery.value());
        return new Completed(identity(tokens, signOnFlow), signOnFlow.returnTo());
    }

    private SignOnFlow requireFlow(String cookie, Instant now) {
        if (cookie.isBlank()) {
            throw SignOnProblems.unknownFlow(
                    "It sent no sign-in cookie: it may refuse cookies, or another browser started the sign-in.");
        }
        SignOnFlow signOnFlow =
                cookieCipher
                        .decrypt(cookie)
                        .orElseThrow(
                                () ->
                                        SignOnProblems.unknownFlow(
                                                "This server did not create its cookie, or the cookie was changed."));
        if (now.isAfter(signOnFlow.expires())) {
            throw SignOnProblems.expired();
        }
        return signOnFlow;
    }

    /** The authorization code, after checking that the response belongs to this flow and this provider. */
    private String code(SignOnFlow signOnFlow, Map<String, String> query) {
        if (!signOnFlow.hasState(query.getOrDefault("state", ""))) {
            throw SignOnProblems.mismatch(
                    "Its state differs: a second sign-in may have started since.");
        }
        requireSameProvider(Optional.ofNullable(query.get("iss")));
        Optional.ofNullable(query.get("error"))
                .ifPresent(
                        error -> {
                            throw SignOnProblems.refused(
                                    oidcProvider, CodeExchange.printableError(error));
                        });
        return Optional.ofNullable(query.get("code"))
                .filter(code -> !code.isBlank())
                .orElseThrow(() -> SignOnProblems.mismatch("It has neither a code nor an error."));
    }

    /** RFC 9207: a response of another provider must not be accepted (mix-up attack). */
    private void requireSameProvider(Optional<String> named) {
        boolean right =
                named.map(oidcProvider.issuer()::equals)
                        .orElseGet(() -> !discovery.value().sendsIssuer());
        if (!right) {
            throw SignOnProblems.mismatch(
                    "Its issuer is missing or is not that of %s.".formatted(oidcProvider.host()));
        }
    }

    private OidcIdentity identity(CodeExchange.Tokens tokens, SignOnFlow signOnFlow) {
        SignedToken token = SignedToken.read(tokens.idToken(), oidcProvider);
        if (!keyOf(token).verifies(token)) {
            throw SignOnProblems.tokenRefused(oidcProvider, "Its signature is not valid.");
        }
        var tokenClaims = new TokenClaims(token.claims());
        var check = new TokenCheck(oidcProvider, signOnFlow, clock.instant());
        check.check(tokenClaims);
        check.checkAccessToken(tokenClaims, tokens.accessToken(), token.algorithm());
        return ClaimsMapper.of(
                userinfoEndpoint.complete(tokenClaims, tokens.accessToken(), discovery.value()),
                oidcProvider);
    }

    /** An unknown key may be new, so the keys are fetched again, at most once a minute. */
    private SigningKey keyOf(SignedToken token) {
        return keys.value()
                .keyOf(token)
                .or(() -> keys.youngerThan(KEY_REFETCH_INTERVAL).keyOf(token))
                .orElseThrow(
                        () ->
                                SignOnProblems.tokenRefused(
                                        oidcProvider,
                                        "The provider has no key with which it could be signed."));
    }

    private SigningKeys fetchKeys() {
        return SigningKeys.read(providerClient.object(discovery.value().keys(), SigningKeys.NOUN));
    }

    /** Cancels open requests to the provider. */
    @Override
    public void close() {
        providerClient.close();
    }
}
