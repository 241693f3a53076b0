package slipway.surface.api.client;

import java.security.KeyManagementException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * A TLS context for a client that uses only plain HTTP. Otherwise the JDK's client reads every certificate that the
 * machine trusts before its first call, a third of the time of a short command. Any attempt to encrypt with it fails.
 */
final class NoTls extends SSLContextSpi {

    private static final String NAME = "none";

    private NoTls() {}

    static SSLContext context() {
        return new Context(new NoTls(), new EmptyProvider());
    }

    /** Its provider. Looking one up in the JDK would load all of them. */
    private static final class EmptyProvider extends Provider {

        private static final long serialVersionUID = 1L;

        EmptyProvider() {
            super(NAME, "1", "TLS is not available");
        }
    }

    /** Makes the protected constructor accessible. */
    private static final class Context extends SSLContext {
        Context(SSLContextSpi spi, Provider provider) {
            super(spi, provider, NAME);
        }
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return new SSLParameters(new String[0], new String[0]);
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return engineGetDefaultSSLParameters();
    }

    @Override
    protected void engineInit(
            KeyManager @Nullable [] keys,
            TrustManager @Nullable [] trusted,
            @Nullable SecureRandom random)
            throws KeyManagementException {
        throw new KeyManagementException("TLS is not available");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        throw unavailable();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        throw unavailable();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        throw unavailable();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        throw unavailable();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        throw unavailable();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        throw unavailable();
    }

    private static UnsupportedOperationException unavailable() {
        return new UnsupportedOperationException("TLS is not available");
    }
}
