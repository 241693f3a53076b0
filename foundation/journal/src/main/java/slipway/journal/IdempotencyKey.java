package slipway.journal;

/**
 * An idempotency key makes a request safe to repeat: its answer is stored under the key in the commit that does the
 * work.
 *
 * @param name unique for one request of one actor
 * @param fingerprint hash of the request: the same name with another fingerprint is an error of the caller
 */
public record IdempotencyKey(String name, String fingerprint) {

    private static final int MAX_LENGTH = 400;

    public IdempotencyKey {
        if (name.isBlank() || name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("A key has 1 to " + MAX_LENGTH + " characters");
        }
    }

    /** A key that a client chose. It is scoped to the actor, so the keys of two actors never collide. */
    public static IdempotencyKey of(String actor, String clientKey, String request) {
        return new IdempotencyKey(
                actor + "/" + clientKey,
                java.util.HexFormat.of().formatHex(MerkleLeaf.bodyHash(request), 0, 16));
    }
}
