package slipway.audit;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The public key that verifies seals; auditors store it outside the server. Its text is {@code NAME+HASH+KEY}, the
 * format of signed notes that other programs read too. The name is derived from the key, so that it needs no
 * configuration and is unique per server.
 */
public final class SealKey {

    /** The X.509 prefix of an Ed25519 key, before its 32 bytes. */
    private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final byte ED25519 = 1;
    private static final int ID_LENGTH = 4;
    private static final Pattern TEXT =
            Pattern.compile("([^\\s+]+)\\+([0-9a-f]{8})\\+([A-Za-z0-9+/]+=*)");

    private final String name;
    private final byte[] id;
    private final byte[] raw;
    private final PublicKey key;

    private SealKey(String name, byte[] raw, PublicKey key) {
        this.name = name;
        this.raw = raw;
        this.key = key;
        byte[] hashed =
                Sha256Hash.of(
                                (name + "\n").getBytes(StandardCharsets.UTF_8),
                                new byte[] {ED25519},
                                raw)
                        .bytes();
        this.id = Arrays.copyOf(hashed, ID_LENGTH);
    }

    public static SealKey of(PublicKey key) {
        byte[] encoded = key.getEncoded();
        if (encoded.length != X509.length + 32
                || !Arrays.equals(Arrays.copyOf(encoded, X509.length), X509)) {
            throw new IllegalArgumentException("Seals are signed with Ed25519");
        }
        byte[] raw = Arrays.copyOfRange(encoded, X509.length, encoded.length);
        return new SealKey("slipway-" + Sha256Hash.of(raw).hex().substring(0, 8), raw, key);
    }

    /** Reads the text of a key file: one key per line; a line that begins with # is a comment. */
    public static List<SealKey> parse(String text) {
        List<SealKey> keys =
                text.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .map(SealKey::line)
                        .toList();
        if (keys.isEmpty()) {
            throw AuditProblems.badKey("There is no key in it.");
        }
        return keys;
    }

    private static SealKey line(String line) {
        Matcher matcher = TEXT.matcher(line);
        if (!matcher.matches()) {
            throw AuditProblems.badKey("A line of it is not NAME+HASH+KEY.");
        }
        try {
            byte[] typed = Base64.getDecoder().decode(matcher.group(3));
            if (typed.length != 33 || typed[0] != ED25519) {
                throw AuditProblems.badKey("It holds a key of another kind than Ed25519.");
            }
            byte[] raw = Arrays.copyOfRange(typed, 1, typed.length);
            var key = new SealKey(matcher.group(1), raw, decode(raw));
            if (!key.id().equals(matcher.group(2))) {
                throw AuditProblems.badKey("Its hash does not fit: a letter of it was changed.");
            }
            return key;
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw AuditProblems.badKey("Its key is damaged.");
        }
    }

    private static PublicKey decode(byte[] raw) throws GeneralSecurityException {
        byte[] encoded = Arrays.copyOf(X509, X509.length + raw.length);
        System.arraycopy(raw, 0, encoded, X509.length, raw.length);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }

    public String name() {
        return name;
    }

    /** The short id of the key: eight hexadecimal digits. */
    public String id() {
        return HexFormat.of().formatHex(id);
    }

    byte[] idBytes() {
        return id.clone();
    }

    /** The text of the key, as it is printed and stored. */
    public String text() {
        byte[] typed = new byte[33];
        typed[0] = ED25519;
        System.arraycopy(raw, 0, typed, 1, raw.length);
        return name + "+" + id() + "+" + Base64.getEncoder().encodeToString(typed);
    }

    /** Whether this key signed the seal. */
    public boolean signed(Seal seal) {
        byte[] signature = Base64.getDecoder().decode(seal.signature());
        if (!seal.name().equals(name)
                || signature.length != ID_LENGTH + 64
                || !Arrays.equals(Arrays.copyOf(signature, ID_LENGTH), id)) {
            return false;
        }
        try {
            Signature checking = Signature.getInstance("Ed25519");
            checking.initVerify(key);
            checking.update(seal.signedBytes());
            return checking.verify(signature, ID_LENGTH, 64);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SealKey that && text().equals(that.text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
