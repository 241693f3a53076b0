package slipway.server.platform;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import slipway.server.api.Listen;
import slipway.server.config.Config;

/** How the configuration has the server listen, and with which certificate. */
public final class Encryption {

    private Encryption() {}

    static Listen listen(Config config) {
        return new Listen(config.host(), config.port(), config.publicUrl(), tls(config));
    }

    private static Listen.Tls tls(Config config) {
        Optional<Path> key = config.tlsKey();
        return config.tlsCertificate()
                .<Listen.Tls>map(file -> new Listen.Tls.Given(file, key.orElse(file)))
                .orElseGet(
                        () ->
                                config.tlsGenerated()
                                        ? new Listen.Tls.Generated(config.data())
                                        : new Listen.Tls.Off());
    }

    /** What the server would show; empty without TLS, and before it has made its own. */
    public static Optional<X509Certificate> certificate(Config config) {
        return listen(config).certificate();
    }
}
