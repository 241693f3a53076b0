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
 * For a client that only ever speaks plain HTTP. The JDK's client else reads every certificate the machine trusts
 * before its first call, which is a third of what a short command takes. Whoever tries to encrypt with it is refused.
 */
final class NoTls extends SSLContextSpi {

    private static final String NAME = "none";

    private NoTls() {}

    static SSLContext context() {
        return new Context(new NoTls(), new EmptyProvider());
    }

    /** Who provides it. To ask the JDK for one of its own would wake up all of them. */
    private static final class EmptyProvider extends Provider {

        private static final long serialVersionUID = 1L;

        EmptyProvider() {
            super(NAME, "1", "Nothing is encrypted here");
        }
    }

    /** The constructor is not for everybody. */
    private static final class Context extends SSLContext {
        Context(SSLContextSpi nothing, Provider provider) {
            super(nothing, provider, NAME);
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
        throw new KeyManagementException("Nothing is encrypted here");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        throw nothing();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        throw nothing();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        throw nothing();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        throw nothing();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        throw nothing();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        throw nothing();
    }

    private static UnsupportedOperationException nothing() {
        return new UnsupportedOperationException("Nothing is encrypted here");
    }
}
