package slipway.identity;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA-256 (RFC 2104) under one key. The two key blocks are hashed once and their states copied for every text, so
 * a short text costs two blocks instead of four. No state is shared, so any number of threads can call it concurrently.
 */
final class Hmac {

    private static final int BLOCK = 64;

    private final MessageDigest inner;
    private final MessageDigest outer;

    Hmac(byte[] key) {
        if (key.length > BLOCK) {
            throw new IllegalArgumentException("A key longer than a block is not needed here");
        }
        this.inner = keyed(key, 0x36);
        this.outer = keyed(key, 0x5c);
    }

    private static MessageDigest keyed(byte[] key, int pad) {
        byte[] block = Arrays.copyOf(key, BLOCK);
        for (int i = 0; i < BLOCK; i++) {
            block[i] ^= (byte) pad;
        }
        MessageDigest digest = sha256();
        digest.update(block);
        return digest;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    byte[] of(byte[] text) {
        return copy(outer).digest(copy(inner).digest(text));
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("The JDK's SHA-256 can be copied", e);
        }
    }
}
