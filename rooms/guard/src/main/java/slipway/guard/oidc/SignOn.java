package slipway.guard.oidc;

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
 * Signs people in with the provider of their company.
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

    private final Provider oidcProvider;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Envelope cookieCipher;
    private final Fetch providerClient;
    private final Exchange codeExchange;
    private final Remembered<Discovery> discovery;
    private final Remembered<SigningKeys> keys;
    private final FinishedTrips finished = new FinishedTrips(FINISHED_REMEMBERED);

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
    public record Arrival(Identity identity, String returnTo) {}

    /**
     * @param key an AES key of our own for the cookies; another key at the next start only ends trips under way
     * @param random must be unpredictable
     */
    public SignOn(
            Provider oidcProvider, SecretKey key, InstantSource clock, RandomGenerator random) {
        this(oidcProvider, key, clock, random, Fetch.Limits.USUAL);
    }

    SignOn(
            Provider oidcProvider,
            SecretKey key,
            InstantSource clock,
            RandomGenerator random,
            Fetch.Limits limits) {
        this.oidcProvider = oidcProvider;
        this.clock = clock;
        this.random = random;
        this.cookieCipher = new Envelope(key, oidcProvider, random);
        this.providerClient = new Fetch(oidcProvider, limits);
        this.codeExchange = new Exchange(providerClient, oidcProvider);
        this.discovery =
                new Remembered<>(() -> Discovery.fetch(providerClient, oidcProvider), clock);
        this.keys = new Remembered<>(this::fetchKeys, clock);
    }

    /**
     * @param returnTo where the person wants to go; anything but a path of this server counts as home
     */
    public Begin begin(String returnTo) {
        URI there = discovery.value().authorization().uri();
        Trip signOnFlow = Trip.begin(returnTo, clock.instant(), random);
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
        URI redirect = URI.create(there + separator + Exchange.encoded(query));
        return new Begin(redirect, cookieCipher.close(signOnFlow), Trip.LASTS);
    }

    /**
     * @param cookie as the browser sent it; empty when it sent none
     * @param query of the request to the redirect address, decoded; a name that comes twice is for the caller to refuse
     */
    public Arrival finish(String cookie, Map<String, String> query) {
        Instant now = clock.instant();
        Trip signOnFlow = open(cookie, now);
        String code = code(signOnFlow, query);
        if (!finished.add(signOnFlow, now)) {
            throw Trouble.used();
        }
        Exchange.Tokens tokens = codeExchange.exchange(code, signOnFlow, discovery.value());
        return new Arrival(identity(tokens, signOnFlow), signOnFlow.returnTo());
    }

    private Trip open(String cookie, Instant now) {
        if (cookie.isBlank()) {
            throw Trouble.unknownTrip(
                    "The request carries no cookie of one: the browser may refuse cookies, or it is another browser.");
        }
        Trip signOnFlow =
                cookieCipher
                        .open(cookie)
                        .orElseThrow(
                                () ->
                                        Trouble.unknownTrip(
                                                "Its cookie was not made by this server, or it was changed."));
        if (now.isAfter(signOnFlow.until())) {
            throw Trouble.expired();
        }
        return signOnFlow;
    }

    /** The code that the browser brings, once it is certain that it comes from the provider for this trip. */
    private String code(Trip signOnFlow, Map<String, String> query) {
        if (!signOnFlow.hasState(query.getOrDefault("state", ""))) {
            throw Trouble.mixedUp(
                    "Its state is another one: a second sign-in may have begun since.");
        }
        checkProviderNamed(Optional.ofNullable(query.get("iss")));
        Optional.ofNullable(query.get("error"))
                .ifPresent(
                        error -> {
                            throw Trouble.refused(oidcProvider, Exchange.word(error));
                        });
        return Optional.ofNullable(query.get("code"))
                .filter(code -> !code.isBlank())
                .orElseThrow(() -> Trouble.mixedUp("It brings neither a code nor an error."));
    }

    /** RFC 9207: an answer from one provider must not be taken to another. */
    private void checkProviderNamed(Optional<String> named) {
        boolean right =
                named.map(oidcProvider.issuer()::equals)
                        .orElseGet(() -> !discovery.value().namesItself());
        if (!right) {
            throw Trouble.mixedUp(
                    "It does not come from %s, or does not say so.".formatted(oidcProvider.host()));
        }
    }

    private Identity identity(Exchange.Tokens tokens, Trip signOnFlow) {
        SignedToken token = SignedToken.read(tokens.idToken(), oidcProvider);
        if (!keyOf(token).signed(token)) {
            throw Trouble.tokenRefused(oidcProvider, "Its signature does not hold.");
        }
        var tokenClaims = new Claims(token.claims());
        var check = new TokenCheck(oidcProvider, signOnFlow, clock.instant());
        check.check(tokenClaims);
        check.checkAccessToken(tokenClaims, tokens.accessToken(), token.algorithm());
        return Profile.of(tokenClaims, oidcProvider);
    }

    /** A key we do not know may be new; but we ask again at most once a minute, whatever tokens claim. */
    private SigningKey keyOf(SignedToken token) {
        return keys.value()
                .keyOf(token)
                .or(() -> keys.youngerThan(KEYS_AT_MOST_EVERY).keyOf(token))
                .orElseThrow(
                        () ->
                                Trouble.tokenRefused(
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
