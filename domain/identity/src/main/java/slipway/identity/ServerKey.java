package slipway.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import slipway.journal.Journal;
import slipway.journal.table.TableReader;

/**
 * The key that authenticates tokens and sessions, encrypts secrets and signs audit seals: 32 random bytes and an
 * Ed25519 key pair, in a file beside the database. With the database alone, a thief can neither forge a token nor
 * read a secret.
 */
public final class ServerKey {

    /** The name the bytes of its file in the data directory. */
    public static final String FILE = "server.key";

    static final int BYTES = 32;

    private final byte[] secret;
    private final KeyPair sealKeys;
    private final Hmac hmac;
    private final SecretKey secretsKey;
    private final String fingerprint;

    ServerKey(byte[] secret, KeyPair seals) {
        if (secret.length != BYTES) {
            throw new IllegalArgumentException("A server key has " + BYTES + " bytes");
        }
        this.secret = secret.clone();
        this.sealKeys = seals;
        this.hmac = new Hmac(this.secret);
        this.secretsKey = new SecretKeySpec(derive("secrets"), "AES");
        this.fingerprint =
                HexFormat.of()
                        .formatHex(derive("fingerprint", seals.getPublic().getEncoded()), 0, 16);
    }

    /**
     * The key of a database. It is created at the first start. Later it must exist and be the same: with a new key,
     * every token and every secret would silently become invalid.
     */
    public static ServerKey open(Journal journal, Path directory, SecureRandom random) {
        return find(journal, directory).orElseGet(() -> random(random).writeTo(directory));
    }

    /** The key in this directory. Once the database has a key, it must exist and be that key. */
    public static Optional<ServerKey> find(TableReader database, Path directory) {
        Path file = directory.resolve(FILE);
        Optional<ServerKey> found = KeyFile.read(file);
        expectedFingerprint(database)
                .ifPresent(
                        print ->
                                found.orElseThrow(() -> ServerKeyProblems.missing(file, print))
                                        .requireFingerprint(print, "at " + file));
        return found;
    }

    /** The fingerprint of the key that a database was written with; empty before the first start. */
    public static Optional<String> expectedFingerprint(TableReader database) {
        return PropertyRow.SERVER_KEY.readFrom(database);
    }

    /** The expected key, if it is in this directory. Throws when another key is there: a key is never replaced. */
    public static Optional<ServerKey> findExpected(Path directory, String expected) {
        Path file = directory.resolve(FILE);
        Optional<ServerKey> found = KeyFile.read(file);
        found.filter(key -> !key.fingerprint.equals(expected))
                .ifPresent(
                        other -> {
                            throw ServerKeyProblems.otherKeyExists(
                                    file, other.fingerprint, expected);
                        });
        return found;
    }

    /**
     * Parses a key that was stored elsewhere.
     *
     * @param content of its file
     * @param where it comes from, for the error: "at", "in" or "inside" something
     */
    public static ServerKey parse(byte[] content, String where) {
        return KeyFile.parse(content, where);
    }

    /** The key in a data directory; empty when there is none. Safe beside a running server. */
    public static Optional<ServerKey> read(Path directory) {
        return KeyFile.read(directory.resolve(FILE));
    }

    /** A new key, not stored yet. */
    public static ServerKey random(SecureRandom random) {
        var secret = new byte[BYTES];
        random.nextBytes(secret);
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(255, random);
            return new ServerKey(secret, generator.generateKeyPair());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has Ed25519", e);
        }
    }

    /** The bytes of its file. They hold the secret key. */
    public byte[] fileContent() {
        return KeyFile.content(this);
    }

    /** Writes the key file into a data directory. Never overwrites another key. */
    public ServerKey writeTo(Path directory) {
        if (findExpected(directory, fingerprint).isEmpty()) {
            KeyFile.write(this, directory.resolve(FILE));
        }
        return this;
    }

    /** Throws unless this is the key with which the database was written. */
    public void requireFingerprint(String expected, String where) {
        if (!fingerprint.equals(expected)) {
            throw ServerKeyProblems.wrong(where, fingerprint, expected);
        }
    }

    /** Identifies the key without revealing it. */
    public String fingerprint() {
        return fingerprint;
    }

    /** Signs and verifies the seals of the audit log. */
    public KeyPair sealKeys() {
        return sealKeys;
    }

    /** Derives a key for one purpose, from which neither this key nor that of another purpose can be computed. */
    public byte[] derive(String purpose) {
        return derive(purpose, new byte[0]);
    }

    private byte[] derive(String purpose, byte[] suffix) {
        byte[] label = ("slipway/" + purpose + "/").getBytes(UTF_8);
        var text = new byte[label.length + suffix.length];
        System.arraycopy(label, 0, text, 0, label.length);
        System.arraycopy(suffix, 0, text, label.length, suffix.length);
        return hmac.of(text);
    }

    /** The HMAC of a token, which is stored instead of its text. */
    byte[] hash(byte[] token) {
        return hmac.of(token);
    }

    /** The CSRF value of a session. */
    String csrf(String session) {
        return HexFormat.of().formatHex(derive("csrf", session.getBytes(UTF_8)));
    }

    SecretKey secretsKey() {
        return secretsKey;
    }

    byte[] secret() {
        return secret.clone();
    }

    /** Whether the private and the public key are a pair: the file may have been edited by hand. */
    boolean isConsistent() {
        try {
            Signature signing = Signature.getInstance("Ed25519");
            signing.initSign(sealKeys.getPrivate());
            signing.update(secret);
            byte[] signature = signing.sign();
            signing.initVerify(sealKeys.getPublic());
            signing.update(secret);
            return signing.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Compares in constant time, so that the time does not reveal where two hashes differ. */
    static boolean constantTimeEquals(byte[] left, byte[] other) {
        return MessageDigest.isEqual(left, other);
    }

    @Override
    public String toString() {
        return "server key " + fingerprint;
    }
}
