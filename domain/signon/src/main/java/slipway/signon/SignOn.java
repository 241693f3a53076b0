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

    private static final int FINISHED_REMEMBERED = 20_000;
    private static final Duration KEYS_AT_MOST_EVERY = Duration.ofMinutes(1);

    private final OidcProvider oidcProvider;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final CookieCipher cookieCipher;
    private final ProviderClient providerClient;
    private final CodeExchange codeExchange;
    private final CachedFetch<OidcDiscovery> discovery;
    private final CachedFetch<SigningKeys> keys;
    private final CompletedSignOns finished = new CompletedSignOns(FINISHED_REMEMBERED);

    /**
     * How a trip begins.
     *
     * @param redirect where to send the browser
     * @param cookie the value to set: HttpOnly, SameSite=Lax, Secure under TLS, for the path of the redirect address
     * @param lasts its Max-Age
     */
    public record Begin(URI redirect, String cookie, Duration lasts) {

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
    public record Arrival(OidcIdentity identity, String returnTo) {}

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
    public Begin begin(String returnTo) {
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
        URI redirect = URI.create(there + separator + CodeExchange.encoded(query));
        return new Begin(redirect, cookieCipher.close(signOnFlow), SignOnFlow.LASTS);
    }

    /**
     * @param cookie as the browser sent it; empty when it sent none
     * @param query of the request to the redirect address, decoded; a name that comes twice is for the caller to refuse
     */
    public Arrival finish(String cookie, Map<String, String> query) {
        Instant now = clock.instant();
        SignOnFlow signOnFlow = open(cookie, now);
        String code = code(signOnFlow, query);
        if (!finished.add(signOnFlow, now)) {
            throw SignOnProblems.used();
        }
        CodeExchange.Tokens tokens = codeExchange.exchange(code, signOnFlow, discovery.value());
        return new Arrival(identity(tokens, signOnFlow), signOnFlow.returnTo());
    }

    private SignOnFlow open(String cookie, Instant now) {
        if (cookie.isBlank()) {
            throw SignOnProblems.unknownTrip(
                    "The request carries no cookie of one: the browser may refuse cookies, or it is another browser.");
        }
        SignOnFlow signOnFlow =
                cookieCipher
                        .open(cookie)
                        .orElseThrow(
                                () ->
                                        SignOnProblems.unknownTrip(
                                                "Its cookie was not made by this server, or it was changed."));
        if (now.isAfter(signOnFlow.until())) {
            throw SignOnProblems.expired();
        }
        return signOnFlow;
    }

    /** The code that the browser brings, once it is certain that it comes from the provider for this trip. */
    private String code(SignOnFlow signOnFlow, Map<String, String> query) {
        if (!signOnFlow.hasState(query.getOrDefault("state", ""))) {
            throw SignOnProblems.mixedUp(
                    "Its state is another one: a second sign-in may have begun since.");
        }
        checkProviderNamed(Optional.ofNullable(query.get("iss")));
        Optional.ofNullable(query.get("error"))
                .ifPresent(
                        error -> {
                            throw SignOnProblems.refused(oidcProvider, CodeExchange.word(error));
                        });
        return Optional.ofNullable(query.get("code"))
                .filter(code -> !code.isBlank())
                .orElseThrow(
                        () -> SignOnProblems.mixedUp("It brings neither a code nor an error."));
    }

    /** RFC 9207: an answer from one provider must not be taken to another. */
    private void checkProviderNamed(Optional<String> named) {
        boolean right =
                named.map(oidcProvider.issuer()::equals)
                        .orElseGet(() -> !discovery.value().namesItself());
        if (!right) {
            throw SignOnProblems.mixedUp(
                    "It does not come from %s, or does not say so.".formatted(oidcProvider.host()));
        }
    }

    private OidcIdentity identity(CodeExchange.Tokens tokens, SignOnFlow signOnFlow) {
        SignedToken token = SignedToken.read(tokens.idToken(), oidcProvider);
        if (!keyOf(token).signed(token)) {
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
                .or(() -> keys.youngerThan(KEYS_AT_MOST_EVERY).keyOf(token))
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
