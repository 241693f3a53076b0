package slipway.signon;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One sign-in that is under way: state, nonce and PKCE verifier. It is kept encrypted in a cookie, so the server stores
 * nothing for sign-ins that are never completed.
 *
 * @param state returns with the browser and ties the response to the browser that started the flow
 * @param nonce returns in the ID token and ties the token to this flow
 * @param verifier proves to the provider that the client that redeems the code also started the flow (PKCE)
 */
record SignOnFlow(String state, String nonce, String verifier, String returnTo, Instant expires) {

    static final Duration LIFETIME = Duration.ofMinutes(10);

    private static final int RANDOM_BYTES = 32;

    static SignOnFlow begin(String returnTo, Instant now, RandomGenerator random) {
        return new SignOnFlow(
                randomText(random),
                randomText(random),
                randomText(random),
                LocalPath.orHome(returnTo),
                now.plus(LIFETIME));
    }

    /** The PKCE challenge, sent first; the verifier follows with the code. */
    String challenge() {
        byte[] hash = Digests.sha256(verifier.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    /** Compares in constant time, so that the time reveals nothing about the state. */
    boolean hasState(String given) {
        return MessageDigest.isEqual(
                state.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    byte[] bytes() {
        var lines =
                List.of(state, nonce, verifier, String.valueOf(expires.getEpochSecond()), returnTo);
        return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    }

    static Optional<SignOnFlow> read(byte[] bytes) {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        if (lines.size() != 5) {
            return Optional.empty();
        }
        try {
            Instant until = Instant.ofEpochSecond(Long.parseLong(lines.get(3)));
            return Optional.of(
                    new SignOnFlow(lines.get(0), lines.get(1), lines.get(2), lines.get(4), until));
        } catch (NumberFormatException | DateTimeException notOne) {
            return Optional.empty();
        }
    }

    private static String randomText(RandomGenerator random) {
        var bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public String toString() {
        return "sign-on flow until " + expires;
    }
}
