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
 * Trusts exactly one certificate. Who signed it, until when and for which name does not matter then: the person who
 * pinned it has compared it, and no other will do.
 */
final class PinnedTrust extends X509ExtendedTrustManager {

    /** In milliseconds, for each step of a look at a certificate. */
    private static final int TIMEOUT_MILLIS = 5_000;

    private final CertificateFingerprint expected;
    private volatile Optional<CertificateFingerprint> shown = Optional.empty();

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

    /** Begins a connection that can only be refused, and reads what it was refused for. */
    static Optional<CertificateFingerprint> shownBy(URI server) {
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
            return probe.shown;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has TLS", e);
        }
        return probe.shown;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0) {
            throw new CertificateException("no certificate was shown");
        }
        CertificateFingerprint found = CertificateFingerprint.of(chain[0]);
        shown = Optional.of(found);
        if (!found.equals(expected)) {
            throw new CertificateException("it shows %s, not the pinned one".formatted(found));
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
        throw new CertificateException("nobody calls here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("nobody calls here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        throw new CertificateException("nobody calls here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
