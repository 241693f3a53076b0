package slipway.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A fact exactly as it lies in the database, byte by byte and perhaps damaged: for whoever believes nothing that he has
 * not hashed himself. Everybody else reads an {@link Event}.
 */
public final class StoredFact {

    private final Numbers numbers;
    private final List<byte[]> texts;
    private final Optional<byte[]> body;
    private final Optional<byte[]> prunedBodyHash;
    private final byte[] hash;

    /**
     * The stored numbers.
     *
     * @param at microseconds since 1970
     * @param typesValid whether every value has the type of its column; SQLite stores others without complaint
     */
    public record Numbers(long seq, long leaf, long at, long version, boolean typesValid) {}

    /**
     * The stored bytes.
     *
     * @param texts kind, actor, via, request, team (empty for none) and subject
     * @param keptHash the body's hash, which a prune left behind
     */
    public StoredFact(
            Numbers numbers,
            List<byte[]> texts,
            Optional<byte[]> body,
            Optional<byte[]> keptHash,
            byte[] hash) {
        this.numbers = numbers;
        this.texts = texts;
        this.body = body;
        this.prunedBodyHash = keptHash;
        this.hash = hash;
    }

    public long seq() {
        return numbers.seq();
    }

    /** Where it says that it stands in the tree. */
    public long leaf() {
        return numbers.leaf();
    }

    /** Microseconds since 1970. */
    public long at() {
        return numbers.at();
    }

    /** Whether its kind has this name, today or when it was written. */
    public boolean isOf(String kind) {
        return RenamedKinds.matches(new String(texts.getFirst(), StandardCharsets.UTF_8), kind);
    }

    public Optional<String> body() {
        return body.map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** The leaf hash that is stored with it. */
    public byte[] hash() {
        return hash.clone();
    }

    /** The leaf hash that its fields have now. */
    public byte[] computedHash() {
        return computedHashAt(numbers.seq());
    }

    /** The leaf hash that its fields would have under another number. */
    public byte[] computedHashAt(long seq) {
        MessageDigest digest = MerkleLeaf.digest();
        byte[] bodyNow = body.map(digest::digest).or(() -> prunedBodyHash).orElse(new byte[0]);
        digest.update((byte) 0);
        digest.update(
                ByteBuffer.allocate(20)
                        .putLong(seq)
                        .putLong(numbers.at())
                        .putInt((int) numbers.version())
                        .flip());
        for (byte[] text : texts) {
            digest.update(ByteBuffer.allocate(4).putInt(text.length).flip());
            digest.update(text);
        }
        digest.update(bodyNow);
        return digest.digest();
    }

    /** Whether its fields still hash to its leaf, and are such as the journal writes them. */
    public boolean matchesHash() {
        return matchesHash(computedHash());
    }

    /** The same for who has computed the hash already. */
    public boolean matchesHash(byte[] hashNow) {
        return wellFormed() && Arrays.equals(hash, hashNow);
    }

    /** What the hash does not tell apart, but the journal never writes. */
    private boolean wellFormed() {
        boolean bodyOnce = body.isPresent() != prunedBodyHash.isPresent();
        return numbers.typesValid() && numbers.version() == (int) numbers.version() && bodyOnce;
    }
}
