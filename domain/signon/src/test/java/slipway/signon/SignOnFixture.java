package slipway.signon;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import slipway.base.Problem;
import slipway.testkit.MovingClock;

/** A provider under control of the test, a sign-on with it, and the requests of a browser. */
final class SignOnFixture implements AutoCloseable {

    static final String CODE = "the-secret-authorization-code";
    static final String NOON = "2026-11-15T12:00:00Z";

    final MovingClock clock = MovingClock.at(NOON);
    final HostileProvider provider = new HostileProvider();
    final SignOn signOn;

    SignOnFixture() {
        this(SignOnValues.PATIENT_LIMITS);
    }

    SignOnFixture(ProviderClient.Limits limits) {
        provider.publishes(
                TokenForge.RSA.toPublicJWK(),
                TokenForge.EC.toPublicJWK(),
                TokenForge.ED25519.toPublicJWK());
        signOn = new SignOn(settings(), SignOnValues.KEY, clock, SignOnValues.random(), limits);
    }

    OidcProvider settings() {
        return OidcProvider.of(provider.issuer(), "slipway", SignOnValues.REDIRECT);
    }

    /** An open flow, and the query of its authorization request. */
    record Flow(String cookie, Map<String, String> authorizationQuery) {

        String state() {
            return authorizationQuery.getOrDefault("state", "");
        }

        String nonce() {
            return authorizationQuery.getOrDefault("nonce", "");
        }

        Map<String, String> callback() {
            Map<String, String> query = new LinkedHashMap<>();
            query.put("code", CODE);
            query.put("state", state());
            return query;
        }
    }

    Flow begin() {
        SignOn.Started begin = signOn.begin("/runs");
        return new Flow(begin.cookie(), SignOnValues.query(begin.redirect()));
    }

    /** The claims of a valid token for this flow. */
    Map<String, Object> claims(Flow flow) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", provider.issuer());
        claims.put("sub", "subject-1");
        claims.put("aud", "slipway");
        claims.put("iat", seconds(Duration.ZERO));
        claims.put("exp", seconds(Duration.ofMinutes(5)));
        claims.put("nonce", flow.nonce());
        claims.put("preferred_username", "ana");
        return claims;
    }

    long seconds(Duration fromNow) {
        return clock.instant().plus(fromNow).getEpochSecond();
    }

    void providerReturns(String idToken) {
        provider.answers(
                HostileProvider.TOKEN,
                Map.of("id_token", idToken, "access_token", "an-access-token"));
    }

    OidcIdentity complete(Flow flow) {
        return signOn.complete(flow.cookie(), flow.callback()).identity();
    }

    Problem refused(Flow flow) {
        return refused(flow.cookie(), flow.callback());
    }

    Problem refused(String cookie, Map<String, String> callback) {
        return assertThrows(Problem.class, () -> signOn.complete(cookie, callback));
    }

    @Override
    public void close() {
        signOn.close();
        provider.close();
    }
}
