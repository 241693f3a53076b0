package slipway.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import slipway.journal.table.Micros;

/**
 * A fact's leaf in the Merkle tree: SHA-256(0x00, fields), as RFC 6962 hashes a leaf. The body enters the hash as its
 * own SHA-256, so that the leaf can be computed after the body was pruned.
 *
 * @param index position in the tree, without gaps
 * @param hash 64 hexadecimal digits
 */
public record MerkleLeaf(long index, String hash) {

    static byte[] sha256(byte[] bytes) {
        return digest().digest(bytes);
    }

    static byte[] bodyHash(String body) {
        return sha256(body.getBytes(StandardCharsets.UTF_8));
    }

    /** Every text field is preceded by its length, so two different events never produce the same bytes. */
    static byte[] hash(long seq, Instant at, EventDraft eventDraft, byte[] bodyHash) {
        MessageDigest digest = digest();
        digest.update((byte) 0);
        digest.update(
                ByteBuffer.allocate(20)
                        .putLong(seq)
                        .putLong(Micros.of(at))
                        .putInt(eventDraft.version())
                        .flip());
        field(digest, eventDraft.kind());
        field(digest, eventDraft.actor().name());
        field(digest, eventDraft.actor().via());
        field(digest, eventDraft.actor().request());
        field(digest, eventDraft.team().orElse(""));
        field(digest, eventDraft.subject());
        digest.update(bodyHash);
        return digest.digest();
    }

    /**
     * Whether the event still hashes to its leaf; {@code kept} is the body's hash that a prune left behind, if it did.
     */
    public static boolean matches(Event event, byte[] prunedBodyHash) {
        byte[] body = prunedBodyHash.length > 0 ? prunedBodyHash : bodyHash(event.what().body());
        byte[] now = hash(event.seq(), event.at(), event.what(), body);
        return event.leaf()
                .filter(merkleLeaf -> Arrays.equals(merkleLeaf.bytes(), now))
                .isPresent();
    }

    public static MerkleLeaf of(long index, byte[] hash) {
        return new MerkleLeaf(index, HexFormat.of().formatHex(hash));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hash);
    }

    private static void field(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
