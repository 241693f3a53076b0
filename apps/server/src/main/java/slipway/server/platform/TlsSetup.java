package slipway.server.platform;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import slipway.server.config.Config;
import slipway.surface.web.http.ListenSettings;

/** Converts the configuration to listen address and TLS settings. */
public final class TlsSetup {

    private TlsSetup() {}

    static ListenSettings listen(Config config) {
        return new ListenSettings(
                config.host(),
                config.port(),
                config.publicUrl(),
                tls(config),
                new ListenSettings.Proxy(config.workspaceUrl(), config.hsts()));
    }

    private static ListenSettings.Tls tls(Config config) {
        Optional<Path> key = config.tlsKey();
        return config.tlsCertificate()
                .<ListenSettings.Tls>map(
                        file -> new ListenSettings.Tls.Given(file, key.orElse(file)))
                .orElseGet(
                        () ->
                                config.tlsGenerated()
                                        ? new ListenSettings.Tls.Generated(config.data())
                                        : new ListenSettings.Tls.Off());
    }

    /** The server certificate; empty without TLS, and before one was generated. */
    public static Optional<X509Certificate> certificate(Config config) {
        return listen(config).certificate();
    }
}
