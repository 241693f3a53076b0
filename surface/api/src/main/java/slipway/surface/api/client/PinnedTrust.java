package slipway.surface.api.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts exactly one certificate, whatever its issuer, expiry and name: the person who pinned it has compared its
 * fingerprint.
 */
final class PinnedTrust extends X509ExtendedTrustManager {

    /** The timeout of connecting and of each read. */
    private static final int TIMEOUT_MILLIS = 5_000;

    private final CertificateFingerprint expected;
    private volatile Optional<CertificateFingerprint> presented = Optional.empty();

    private PinnedTrust(CertificateFingerprint expected) {
        this.expected = expected;
    }

    static SSLContext context(CertificateFingerprint expected) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new PinnedTrust(expected)}, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has TLS", e);
        }
    }

    /** Begins a handshake that is always refused, and returns the certificate that it was refused for. */
    static Optional<CertificateFingerprint> presentedBy(URI server) {
        var probe = new PinnedTrust(new CertificateFingerprint("0".repeat(64)));
        int port = server.getPort() < 0 ? 443 : server.getPort();
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress(server.getHost(), port), TIMEOUT_MILLIS);
            plain.setSoTimeout(TIMEOUT_MILLIS);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {probe}, new SecureRandom());
            var socket =
                    (SSLSocket)
                            tls.getSocketFactory()
                                    .createSocket(plain, server.getHost(), port, true);
            socket.startHandshake();
        } catch (IOException refused) {
            return probe.presented;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has TLS", e);
        }
        return probe.presented;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0) {
            throw new CertificateException("the server presented no certificate");
        }
        CertificateFingerprint found = CertificateFingerprint.of(chain[0]);
        presented = Optional.of(found);
        if (!found.equals(expected)) {
            throw new CertificateException(
                    "its certificate is %s, not the pinned one".formatted(found));
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        throw new CertificateException("client certificates are not supported");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("client certificates are not supported");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        throw new CertificateException("client certificates are not supported");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
