package slipway.surface.api.client;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The SHA-256 fingerprint of a certificate.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record CertificateFingerprint(String hex) {

    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

    public CertificateFingerprint {
        if (!HEX.matcher(hex).matches()) {
            throw new IllegalArgumentException("A fingerprint is 64 hexadecimal digits");
        }
    }

    /** Accepts the usual notations: with or without colons, in any case, with an optional prefix {@code sha256:}. */
    public static Optional<CertificateFingerprint> parse(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        String digits = plain.replaceFirst("^sha-?256[:=]", "").replace(":", "");
        return HEX.matcher(digits).matches()
                ? Optional.of(new CertificateFingerprint(digits))
                : Optional.empty();
    }

    /** The fingerprint of the first certificate in a PEM file. */
    public static Optional<CertificateFingerprint> ofPem(byte[] pem) {
        try {
            var factory = CertificateFactory.getInstance("X.509");
            return factory.generateCertificate(new ByteArrayInputStream(pem))
                            instanceof X509Certificate found
                    ? Optional.of(of(found))
                    : Optional.empty();
        } catch (CertificateException invalid) {
            return Optional.empty();
        }
    }

    /** The fingerprint of a server's current certificate. No request is sent, and the certificate is not trusted. */
    public static Optional<CertificateFingerprint> presentedBy(URI server) {
        return PinnedTrust.presentedBy(server);
    }

    static CertificateFingerprint of(X509Certificate certificate)
            throws CertificateEncodingException {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return new CertificateFingerprint(HexFormat.of().formatHex(hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "sha256:" + hex;
    }
}
