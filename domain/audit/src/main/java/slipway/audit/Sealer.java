package slipway.audit;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** Signs seals. */
final class Sealer {

    private final KeyPair keys;
    private final SealKey key;

    Sealer(KeyPair keys) {
        this.keys = keys;
        this.key = SealKey.of(keys.getPublic());
    }

    SealKey key() {
        return key;
    }

    Seal seal(Optional<Seal> before, long size, Sha256Hash root, Instant now) {
        var unsigned =
                new Seal(
                        key.name() + "/journal",
                        new Seal.Covers(size, root, now.truncatedTo(ChronoUnit.SECONDS)),
                        before.map(seal -> seal.number() + 1).orElse(1L),
                        before.map(Seal::hash).orElse(Sha256Hash.EMPTY),
                        new Seal.Signed(key.name(), ""));
        return unsigned.with(new Seal.Signed(key.name(), sign(unsigned.signedBytes())));
    }

    private String sign(byte[] text) {
        try {
            Signature signing = Signature.getInstance("Ed25519");
            signing.initSign(keys.getPrivate());
            signing.update(text);
            byte[] signature = signing.sign();
            byte[] whole = Arrays.copyOf(key.idBytes(), key.idBytes().length + signature.length);
            System.arraycopy(signature, 0, whole, key.idBytes().length, signature.length);
            return Base64.getEncoder().encodeToString(whole);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java signs with Ed25519", e);
        }
    }
}
