package slipway.signon;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.json.JsonMapper;

/** Creates valid and forged tokens from any header, claims and key. */
final class TokenForge {

    static final RSAKey RSA = rsa("rsa", 2_048);
    static final RSAKey OTHER_RSA = rsa("other", 2_048);
    static final RSAKey WEAK_RSA = rsa("weak", 1_024);
    static final ECKey EC = ec();

    private static final KeyPair EDWARDS = edwards();
    static final OctetKeyPair ED25519 = publicKey(EDWARDS);

    private static final JsonMapper JSON = new JsonMapper();

    private TokenForge() {}

    static Map<String, Object> header(String algorithm, String kid) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("alg", algorithm);
        header.put("typ", "JWT");
        header.put("kid", kid);
        return header;
    }

    static String rsa(Map<String, Object> header, String claims, RSAKey key) {
        return signed(
                header,
                claims,
                text ->
                        sign(
                                new RSASSASigner(
                                        key.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance())),
                                header,
                                text));
    }

    static String rs256(Map<String, Object> claims) {
        return rsa(header("RS256", "rsa"), json(claims), RSA);
    }

    static String es256(Map<String, Object> claims) {
        var header = header("ES256", "ec");
        return signed(header, json(claims), text -> sign(new ECDSASigner(EC), header, text));
    }

    static String edDsa(Map<String, Object> claims) {
        return signed(
                header("EdDSA", "ed"),
                json(claims),
                text -> {
                    var signature = Signature.getInstance("Ed25519");
                    signature.initSign(EDWARDS.getPrivate());
                    signature.update(text.getBytes(UTF_8));
                    return Base64URL.encode(signature.sign()).toString();
                });
    }

    static String none(Map<String, Object> claims, String word) {
        return signed(header(word, "rsa"), json(claims), _ -> "");
    }

    /** The algorithm confusion attack: an HMAC whose secret is the public key. */
    static String hmac(Map<String, Object> claims, byte[] password) {
        return signed(
                header("HS256", "rsa"),
                json(claims),
                text -> {
                    var mac = Mac.getInstance("HmacSHA256");
                    mac.init(new SecretKeySpec(password, "HmacSHA256"));
                    return Base64URL.encode(mac.doFinal(text.getBytes(UTF_8))).toString();
                });
    }

    static String json(Map<String, Object> claims) {
        return JSON.writeValueAsString(claims);
    }

    private interface Signer {
        String sign(String text) throws GeneralSecurityException, JOSEException;
    }

    private static String signed(Map<String, Object> header, String claims, Signer signer) {
        String text = Base64URL.encode(json(header)) + "." + Base64URL.encode(claims);
        try {
            return text + "." + signer.sign(text);
        } catch (GeneralSecurityException | JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static String sign(JWSSigner signer, Map<String, Object> header, String text)
            throws JOSEException {
        var algorithm = new JWSHeader(JWSAlgorithm.parse(String.valueOf(header.get("alg"))));
        return signer.sign(algorithm, text.getBytes(UTF_8)).toString();
    }

    private static RSAKey rsa(String kid, int bits) {
        try {
            return new RSAKeyGenerator(bits, true).keyID(kid).generate();
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static ECKey ec() {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static KeyPair edwards() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static OctetKeyPair publicKey(KeyPair pair) {
        byte[] encoded = pair.getPublic().getEncoded();
        byte[] point = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
        return new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point)).keyID("ed").build();
    }
}
