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
 * Both may ask the provider and wait for it, at most some seconds; call them where waiting is cheap. Every trouble is a
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
    private final CachedFetch<OidcDiscovery> discovery;
    private final CachedFetch<SigningKeys> keys;
    private final CompletedSignOns completed = new CompletedSignOns(MAX_COMPLETED_KEPT);

    /**
     * How a trip begins.
     *
     * @param redirect where to send the browser
     * @param cookie the value to set: HttpOnly, SameSite=Lax, Secure under TLS, for the path of the redirect address
     * @param maxAge its Max-Age
     */
    public record Started(URI redirect, String cookie, Duration maxAge) {

        @Override
        public String toString() {
            return "begin of a sign-in at " + redirect.getAuthority();
        }
    }

    /**
     * How it ends.
     *
     * @param returnTo a path of this server: where the person wanted to go
     */
    public record Completed(OidcIdentity identity, String returnTo) {}

    /**
     * @param key an AES key of our own for the cookies; another key at the next start only ends trips under way
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
        this.discovery =
                new CachedFetch<>(() -> OidcDiscovery.fetch(providerClient, oidcProvider), clock);
        this.keys = new CachedFetch<>(this::fetchKeys, clock);
    }

    /**
     * @param returnTo where the person wants to go; anything but a path of this server counts as home
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
     * @param cookie as the browser sent it; empty when it sent none
     * @param query of the request to the redirect address, decoded; a name that comes twice is for the caller to refuse
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
                    "The request carries no cookie of one: the browser may refuse cookies, or it is another browser.");
        }
        SignOnFlow signOnFlow =
                cookieCipher
                        .decrypt(cookie)
                        .orElseThrow(
                                () ->
                                        SignOnProblems.unknownFlow(
                                                "Its cookie was not made by this server, or it was changed."));
        if (now.isAfter(signOnFlow.expires())) {
            throw SignOnProblems.expired();
        }
        return signOnFlow;
    }

    /** The code that the browser brings, once it is certain that it comes from the provider for this trip. */
    private String code(SignOnFlow signOnFlow, Map<String, String> query) {
        if (!signOnFlow.hasState(query.getOrDefault("state", ""))) {
            throw SignOnProblems.mismatch(
                    "Its state is another one: a second sign-in may have begun since.");
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
                .orElseThrow(
                        () -> SignOnProblems.mismatch("It brings neither a code nor an error."));
    }

    /** RFC 9207: an answer from one provider must not be taken to another. */
    private void requireSameProvider(Optional<String> named) {
        boolean right =
                named.map(oidcProvider.issuer()::equals)
                        .orElseGet(() -> !discovery.value().sendsIssuer());
        if (!right) {
            throw SignOnProblems.mismatch(
                    "It does not come from %s, or does not say so.".formatted(oidcProvider.host()));
        }
    }

    private OidcIdentity identity(CodeExchange.Tokens tokens, SignOnFlow signOnFlow) {
        SignedToken token = SignedToken.read(tokens.idToken(), oidcProvider);
        if (!keyOf(token).verifies(token)) {
            throw SignOnProblems.tokenRefused(oidcProvider, "Its signature does not hold.");
        }
        var tokenClaims = new TokenClaims(token.claims());
        var check = new TokenCheck(oidcProvider, signOnFlow, clock.instant());
        check.check(tokenClaims);
        check.checkAccessToken(tokenClaims, tokens.accessToken(), token.algorithm());
        return ClaimsMapper.of(tokenClaims, oidcProvider);
    }

    /** A key we do not know may be new; but we ask again at most once a minute, whatever tokens claim. */
    private SigningKey keyOf(SignedToken token) {
        return keys.value()
                .keyOf(token)
                .or(() -> keys.youngerThan(KEY_REFETCH_INTERVAL).keyOf(token))
                .orElseThrow(
                        () ->
                                SignOnProblems.tokenRefused(
                                        oidcProvider,
                                        "It is signed with a key that is not the provider's."));
    }

    private SigningKeys fetchKeys() {
        return SigningKeys.read(providerClient.object(discovery.value().keys(), SigningKeys.NOUN));
    }

    /** Breaks off what is still being asked. */
    @Override
    public void close() {
        providerClient.close();
    }
}
