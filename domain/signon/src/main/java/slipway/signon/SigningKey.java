package slipway.signon;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A public key of the provider.
 *
 * @param algorithm the only algorithm with which it may be used, if the provider restricts it
 */
record SigningKey(Optional<String> kid, Optional<String> algorithm, JWK key) {

    private static final List<String> PARTS = List.of("kty", "n", "e", "crv", "x", "y");
    private static final int MIN_RSA_BITS = 2_048;
    private static final int MAX_RSA_BITS = 8_192;
    private static final int ED25519_BYTES = 32;

    /** The prefix of an encoded Ed25519 key (RFC 8410); its 32 bytes follow. */
    private static final byte[] ED25519_PREFIX =
            HexFormat.of().parseHex("302a300506032b6570032100");

    /** Parses a JWK; empty when it is not a signature key or its type is not supported. */
    static Optional<SigningKey> read(ObjectNode json) {
        Map<String, Object> parts = new HashMap<>();
        PARTS.forEach(
                part -> ProviderJson.text(json, part).ifPresent(text -> parts.put(part, text)));
        boolean signs = ProviderJson.text(json, "use").orElse("sig").equals("sig");
        try {
            JWK key = JWK.parse(parts);
            return signs && isStrong(key)
                    ? Optional.of(
                            new SigningKey(
                                    ProviderJson.text(json, "kid"),
                                    ProviderJson.text(json, "alg"),
                                    key))
                    : Optional.empty();
        } catch (ParseException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    private static boolean isStrong(JWK key) {
        return switch (key) {
            case RSAKey rsa -> rsa.size() >= MIN_RSA_BITS && rsa.size() <= MAX_RSA_BITS;
            case ECKey ec -> ec.getCurve().equals(Curve.P_256);
            case OctetKeyPair pair ->
                    pair.getCurve().equals(Curve.Ed25519)
                            && pair.getX().decode().length == ED25519_BYTES;
            default -> false;
        };
    }

    boolean fits(SigningAlgorithm wanted) {
        return key.getKeyType().getValue().equals(wanted.keyType())
                && algorithm.filter(only -> !only.equals(wanted.jwsName())).isEmpty();
    }

    boolean verifies(SignedToken token) {
        try {
            return switch (key) {
                case RSAKey rsa -> verifies(new RSASSAVerifier(rsa), token);
                case ECKey ec -> verifies(new ECDSAVerifier(ec), token);
                case OctetKeyPair pair -> verifies(pair, token);
                default -> false;
            };
        } catch (JOSEException | GeneralSecurityException unusable) {
            return false;
        }
    }

    private static boolean verifies(JWSVerifier verifier, SignedToken token) throws JOSEException {
        var header = new JWSHeader(JWSAlgorithm.parse(token.algorithm().jwsName()));
        return verifier.verify(header, bytes(token), new Base64URL(token.signature()));
    }

    /** Verifies with the JDK: the JOSE library would need another library for this curve. */
    private static boolean verifies(OctetKeyPair pair, SignedToken token)
            throws GeneralSecurityException {
        byte[] encoded =
                ByteBuffer.allocate(ED25519_PREFIX.length + ED25519_BYTES)
                        .put(ED25519_PREFIX)
                        .put(pair.getX().decode())
                        .array();
        PublicKey key =
                KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        var signature = Signature.getInstance("Ed25519");
        signature.initVerify(key);
        signature.update(bytes(token));
        return signature.verify(new Base64URL(token.signature()).decode());
    }

    private static byte[] bytes(SignedToken token) {
        return token.signedText().getBytes(StandardCharsets.US_ASCII);
    }
}
