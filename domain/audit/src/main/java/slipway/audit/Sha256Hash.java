package slipway.audit;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import slipway.journal.MerkleLeaf;

/** A SHA-256 hash: of a leaf, of a node, of the root, of a seal. */
public final class Sha256Hash {

    static final int LENGTH = 32;

    /** The root of a tree without leaves. */
    static final Sha256Hash EMPTY = of();

    private final byte[] bytes;

    private Sha256Hash(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("A hash has 32 bytes, not " + bytes.length);
        }
        this.bytes = bytes;
    }

    static Sha256Hash wrap(byte[] bytes) {
        return new Sha256Hash(bytes.clone());
    }

    public static Sha256Hash hex(String digits) {
        return new Sha256Hash(HexFormat.of().parseHex(digits));
    }

    static Sha256Hash base64(String text) {
        return new Sha256Hash(Base64.getDecoder().decode(text));
    }

    /** The hash of the concatenated parts. */
    static Sha256Hash of(byte[]... parts) {
        MessageDigest digest = MerkleLeaf.digest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return new Sha256Hash(digest.digest());
    }

    /** An inner node as RFC 6962 hashes it. The prefix 0x01 distinguishes a node from a leaf. */
    static Sha256Hash node(Sha256Hash left, Sha256Hash right) {
        MessageDigest digest = MerkleLeaf.digest();
        digest.update((byte) 1);
        digest.update(left.bytes);
        digest.update(right.bytes);
        return new Sha256Hash(digest.digest());
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    public String base64() {
        return Base64.getEncoder().encodeToString(bytes);
    }

    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sha256Hash sha256Hash && Arrays.equals(bytes, sha256Hash.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return hex();
    }
}
