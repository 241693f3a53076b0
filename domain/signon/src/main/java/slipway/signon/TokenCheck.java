package slipway.signon;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import slipway.base.Problem;

/**
 * Checks the claims of an ID token whose signature is valid: OpenID Connect Core 1.0, section 3.1.3.7. Pure: it uses no
 * keys, clock or network.
 */
record TokenCheck(OidcProvider provider, SignOnFlow flow, Instant now) {

    private static final int MAX_SUBJECT_LENGTH = 255;

    /** Throws a problem for the first claim that fails. */
    void check(TokenClaims tokenClaims) {
        require(
                tokenClaims.text("iss").equals(Optional.of(provider.issuer())),
                "It names another issuer.");
        require(isSubject(tokenClaims.text("sub").orElse("")), "It has no valid subject.");
        checkAudience(tokenClaims);
        checkTimes(tokenClaims);
        require(
                sameText(tokenClaims.text("nonce"), flow.nonce()),
                "It was issued for another sign-in.");
    }

    /** The access token is not used, but a swapped one shows that the response was manipulated. */
    void checkAccessToken(
            TokenClaims tokenClaims,
            Optional<String> accessToken,
            SigningAlgorithm signingAlgorithm) {
        if (!tokenClaims.has("at_hash")) {
            return;
        }
        Optional<String> hash =
                accessToken.map(
                        token -> {
                            byte[] whole =
                                    Digests.hash(
                                            signingAlgorithm.hash(),
                                            token.getBytes(StandardCharsets.US_ASCII));
                            byte[] half = Arrays.copyOf(whole, whole.length / 2);
                            return Base64.getUrlEncoder().withoutPadding().encodeToString(half);
                        });
        require(
                hash.isPresent() && sameText(tokenClaims.text("at_hash"), hash.get()),
                "Its at_hash does not match the access token.");
    }

    private void checkAudience(TokenClaims tokenClaims) {
        Set<String> audience = tokenClaims.texts("aud");
        require(audience.contains(provider.clientId()), "It was issued for another client.");
        Optional<String> party = tokenClaims.text("azp");
        boolean ours = party.equals(Optional.of(provider.clientId()));
        require(ours || !tokenClaims.has("azp"), "Its azp names another client.");
        require(ours || audience.size() == 1, "It has several audiences and no azp.");
    }

    private void checkTimes(TokenClaims tokenClaims) {
        Instant expires =
                tokenClaims.time("exp").orElseThrow(() -> refused("It has no expiry time."));
        Instant issued =
                tokenClaims.time("iat").orElseThrow(() -> refused("It has no issue time."));
        Instant latest = now.plus(provider.skew());
        require(
                expires.isAfter(now.minus(provider.skew())),
                "It has expired; the clocks may differ.");
        require(!issued.isAfter(latest), "It was issued in the future; the clocks may differ.");
        require(
                !tokenClaims.has("nbf")
                        || tokenClaims
                                .time("nbf")
                                .filter(from -> !from.isAfter(latest))
                                .isPresent(),
                "It is not valid yet; the clocks may differ.");
    }

    private static boolean isSubject(String text) {
        return !text.isBlank()
                && text.length() <= MAX_SUBJECT_LENGTH
                && text.chars().noneMatch(Character::isISOControl);
    }

    private static boolean sameText(Optional<String> given, String wanted) {
        return MessageDigest.isEqual(
                given.orElse("").getBytes(StandardCharsets.UTF_8),
                wanted.getBytes(StandardCharsets.UTF_8));
    }

    private void require(boolean holds, String why) {
        if (!holds) {
            throw refused(why);
        }
    }

    private Problem refused(String why) {
        return SignOnProblems.tokenRefused(provider, why);
    }
}
