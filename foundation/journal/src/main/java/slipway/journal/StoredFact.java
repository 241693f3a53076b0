package slipway.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A fact as the database stores it, byte by byte and perhaps damaged. The verification of the audit log reads it,
 * because it trusts nothing that it has not hashed; all other code reads an {@link Event}.
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
     * @param typesValid whether every value has the type of its column; SQLite accepts other types
     */
    public record Numbers(long seq, long leaf, long at, long version, boolean typesValid) {}

    /**
     * The stored bytes.
     *
     * @param texts kind, actor, via, request, team (empty for none) and subject
     * @param keptHash the kept hash of a pruned body
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

    /** Its stored index in the tree. */
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

    /** The stored leaf hash. */
    public byte[] hash() {
        return hash.clone();
    }

    /** The leaf hash computed from the stored fields. */
    public byte[] computedHash() {
        return computedHashAt(numbers.seq());
    }

    /** The leaf hash computed with another sequence number. */
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

    /** Whether the fields match the stored leaf hash and have the form that the journal writes. */
    public boolean matchesHash() {
        return matchesHash(computedHash());
    }

    /** The same with a hash that was computed before. */
    public boolean matchesHash(byte[] hashNow) {
        return wellFormed() && Arrays.equals(hash, hashNow);
    }

    /** Rejects forms that the journal never writes and that the hash does not distinguish. */
    private boolean wellFormed() {
        boolean bodyOnce = body.isPresent() != prunedBodyHash.isPresent();
        return numbers.typesValid() && numbers.version() == (int) numbers.version() && bodyOnce;
    }
}
