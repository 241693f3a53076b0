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
 * What tokens, sessions, secrets and seals rest on: 32 random bytes and an Ed25519 key pair, in a file beside the
 * database. Whoever has the database alone can neither forge a token nor read a secret.
 */
public final class ServerKey {

    /** Its name in the data directory. */
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
     * The key of a database. It is made at the very first start; later it must be there and be the same, or every token
     * and every secret would be lost without a word.
     */
    public static ServerKey open(Journal journal, Path directory, SecureRandom random) {
        return find(journal, directory).orElseGet(() -> random(random).writeTo(directory));
    }

    /** The key in this directory, which must be there and be the database's once the database has one. */
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

    /** The key that is wanted in this directory, if it is there. Another one there is refused: nobody replaces it. */
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
     * The key that was kept elsewhere.
     *
     * @param content of its file
     * @param where it comes from: "at", "in" or "inside" something
     */
    public static ServerKey parse(byte[] content, String where) {
        return KeyFile.parse(content, where);
    }

    /** The key in a data directory, beside a running server too; empty when there is none. */
    public static Optional<ServerKey> read(Path directory) {
        return KeyFile.read(directory.resolve(FILE));
    }

    /** A key that is kept nowhere. */
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

    /** What its file holds; whoever has it has everything. */
    public byte[] fileContent() {
        return KeyFile.content(this);
    }

    /** Writes it down where a start looks for it. Another key that is there is never overwritten. */
    public ServerKey writeTo(Path directory) {
        if (findExpected(directory, fingerprint).isEmpty()) {
            KeyFile.write(this, directory.resolve(FILE));
        }
        return this;
    }

    /** Refuses a key that the database was not written with. */
    public void requireFingerprint(String expected, String where) {
        if (!fingerprint.equals(expected)) {
            throw ServerKeyProblems.wrong(where, fingerprint, expected);
        }
    }

    /** Tells keys apart and gives nothing of them away. */
    public String fingerprint() {
        return fingerprint;
    }

    /** For the audit log's seals. */
    public KeyPair sealKeys() {
        return sealKeys;
    }

    /** A key for one purpose; from it neither this key nor any other purpose's can be found. */
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

    /** What is stored of a token. */
    byte[] hash(byte[] token) {
        return hmac.of(token);
    }

    /** What a page of this session must send back with a change. */
    String csrf(String session) {
        return HexFormat.of().formatHex(derive("csrf", session.getBytes(UTF_8)));
    }

    SecretKey secretsKey() {
        return secretsKey;
    }

    byte[] secret() {
        return secret.clone();
    }

    /** Whether the two halves of the pair belong together: a file may have been put together by hand. */
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

    /** Compares without telling by its time where two hashes differ. */
    static boolean constantTimeEquals(byte[] left, byte[] other) {
        return MessageDigest.isEqual(left, other);
    }

    @Override
    public String toString() {
        return "server key " + fingerprint;
    }
}
