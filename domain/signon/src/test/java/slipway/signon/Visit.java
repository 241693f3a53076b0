package slipway.signon;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import slipway.base.Problem;
import slipway.testkit.MovingClock;

/** A hostile provider, a sign-on that trusts it, and a browser that goes to and fro. */
final class Visit implements AutoCloseable {

    static final String CODE = "the-code-that-nobody-may-see";
    static final String NOON = "2026-11-15T12:00:00Z";

    final MovingClock clock = MovingClock.at(NOON);
    final HostileProvider provider = new HostileProvider();
    final SignOn signOn;

    Visit() {
        this(Hands.PATIENT);
    }

    Visit(ProviderClient.Limits limits) {
        provider.publishes(
                Forge.RSA.toPublicJWK(), Forge.EC.toPublicJWK(), Forge.ED25519.toPublicJWK());
        signOn = new SignOn(settings(), Hands.KEY, clock, Hands.dice(), limits);
    }

    OidcProvider settings() {
        return OidcProvider.of(provider.issuer(), "slipway", Hands.REDIRECT);
    }

    /** A trip under way, and all that a provider needs to answer it. */
    record Way(String cookie, Map<String, String> asked) {

        String state() {
            return asked.getOrDefault("state", "");
        }

        String nonce() {
            return asked.getOrDefault("nonce", "");
        }

        Map<String, String> callback() {
            Map<String, String> query = new LinkedHashMap<>();
            query.put("code", CODE);
            query.put("state", state());
            return query;
        }
    }

    Way begin() {
        SignOn.Begin begin = signOn.begin("/runs");
        return new Way(begin.cookie(), Hands.query(begin.redirect()));
    }

    /** What an honest token says for this trip. */
    Map<String, Object> claims(Way way) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", provider.issuer());
        claims.put("sub", "subject-1");
        claims.put("aud", "slipway");
        claims.put("iat", seconds(Duration.ZERO));
        claims.put("exp", seconds(Duration.ofMinutes(5)));
        claims.put("nonce", way.nonce());
        claims.put("preferred_username", "ana");
        return claims;
    }

    long seconds(Duration fromNow) {
        return clock.instant().plus(fromNow).getEpochSecond();
    }

    void gives(String idToken) {
        provider.answers(
                HostileProvider.TOKEN,
                Map.of("id_token", idToken, "access_token", "an-access-token"));
    }

    OidcIdentity finish(Way way) {
        return signOn.finish(way.cookie(), way.callback()).identity();
    }

    Problem refused(Way way) {
        return refused(way.cookie(), way.callback());
    }

    Problem refused(String cookie, Map<String, String> callback) {
        return assertThrows(Problem.class, () -> signOn.finish(cookie, callback));
    }

    @Override
    public void close() {
        signOn.close();
        provider.close();
    }
}
